// Package argon hashes passwords with argon2id (RFC 9106): in this process, or in
// processes beside it that give way to everything else.
package argon

import (
	"fmt"
	"time"

	"github.com/alexedwards/argon2id"
)

// Params is what a hash costs.
type Params = argon2id.Params

// Cost is that of hashes which take so much memory so many times over, in one lane.
func Cost(memoryKiB, iterations uint32) *Params {
	return &Params{Memory: memoryKiB, Iterations: iterations, Parallelism: 1, SaltLength: 16, KeyLength: 32}
}

// DefaultCost is one of OWASP's equal choices for argon2id (7 MiB, 5 passes, 1 lane; Password
// Storage Cheat Sheet), about 22 ms of a processor of today. It is the one with the least
// memory, which disturbs what else is in a processor's cache least.
func DefaultCost() *Params { return Cost(7<<10, 5) }

// TimeOf is about how long a processor of today computes a hash.
func TimeOf(cost Params) time.Duration {
	const pass = 650 * time.Nanosecond // over a KiB
	return time.Duration(cost.Memory) * time.Duration(cost.Iterations) * pass
}

// Hasher computes hashes. Each call keeps a processor busy for tens of milliseconds.
type Hasher interface {
	// Cost is what its hashes cost.
	Cost() Params
	// Hash makes the text form of a password's hash.
	Hash(password string) (string, error)
	// Fits reports whether a hash is that of a password. It takes as long either way.
	Fits(password, hash string) (bool, error)
}

// Here computes in this process, at a cost.
type Here struct{ Params *Params }

// Cost implements Hasher.
func (h Here) Cost() Params { return *h.Params }

// Hash implements Hasher.
func (h Here) Hash(password string) (string, error) {
	hash, err := argon2id.CreateHash(password, h.Params)
	if err != nil {
		return "", fmt.Errorf("hash password: %w", err)
	}
	return hash, nil
}

// Fits implements Hasher.
func (Here) Fits(password, hash string) (bool, error) {
	fits, err := argon2id.ComparePasswordAndHash(password, hash)
	if err != nil {
		return false, fmt.Errorf("compare password: %w", err)
	}
	return fits, nil
}

// CostOf tells what a hash cost when it was made.
func CostOf(hash string) (Params, error) {
	params, _, _, err := argon2id.DecodeHash(hash)
	if err != nil {
		return Params{}, fmt.Errorf("read hash: %w", err)
	}
	return *params, nil
}
