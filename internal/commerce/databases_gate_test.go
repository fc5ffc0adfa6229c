//go:build !soak

package commerce_test

// everyDatabase makes eachCase run each case on both databases.
const everyDatabase = false
