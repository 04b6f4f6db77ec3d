// HTTPTesting
