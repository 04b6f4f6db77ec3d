// HTTPCurl
