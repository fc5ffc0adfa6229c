package app

import "github.com/grandstand/grandstand/internal/api"

// OpenAPI returns the OpenAPI 3.1 description of every call, indented.
func OpenAPI() ([]byte, error) { return api.OpenAPI() }
