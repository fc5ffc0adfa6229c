// Package stage is what end-to-end tests and benchmarks stand on: the real binary in a process of its own, encoders
// that publish to it, a client of its API and of its playlists, and what the kernel knows of its costs.
//
// It looks at the product from outside only: by command line, environment, ports and log.
package stage
