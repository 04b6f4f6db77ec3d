// Requests
