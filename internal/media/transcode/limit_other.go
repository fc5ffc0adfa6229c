//go:build !linux

package transcode

// limit has nothing to bound memory with outside Linux; the time limit holds.
func limit(int, Limits) error { return nil }
