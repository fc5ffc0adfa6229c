// Package passwordhash hashes passwords with argon2id (RFC 9106), either in the current
// process or in worker processes with low priority.
package passwordhash

import (
	"fmt"
	"time"

	"github.com/alexedwards/argon2id"
)

// Params are the cost parameters of a hash.
type Params = argon2id.Params

// NewParams returns parameters with one lane, the given memory and the given number of passes.
func NewParams(memoryKiB, iterations uint32) *Params {
	return &Params{Memory: memoryKiB, Iterations: iterations, Parallelism: 1, SaltLength: 16, KeyLength: 32}
}

// DefaultParams returns one of the equivalent argon2id settings of the OWASP Password Storage
// Cheat Sheet: 7 MiB, 5 passes, 1 lane. A hash takes about 22 ms on a current processor. The
// other settings need more memory, which evicts more of the processor's cache.
func DefaultParams() *Params { return NewParams(7<<10, 5) }

// EstimateTime returns how long a hash takes on a current processor.
func EstimateTime(params Params) time.Duration {
	const pass = 650 * time.Nanosecond // for each KiB
	return time.Duration(params.Memory) * time.Duration(params.Iterations) * pass
}

// Hasher hashes passwords and compares them with hashes. Each call uses a processor for tens
// of milliseconds. Implementations are safe for concurrent use.
type Hasher interface {
	// CurrentParams returns the parameters of new hashes.
	CurrentParams() Params
	// Hash returns the encoded hash of a password, with its parameters and a random salt.
	Hash(password string) (string, error)
	// Matches reports whether an encoded hash belongs to a password. The time that it takes
	// does not depend on the result.
	Matches(password, hash string) (bool, error)
}

// InProcess is a Hasher that computes in the current process.
type InProcess struct{ Params *Params }

// CurrentParams implements Hasher.
func (h InProcess) CurrentParams() Params { return *h.Params }

// Hash implements Hasher.
func (h InProcess) Hash(password string) (string, error) {
	hash, err := argon2id.CreateHash(password, h.Params)
	if err != nil {
		return "", fmt.Errorf("hash password: %w", err)
	}
	return hash, nil
}

// Matches implements Hasher.
func (InProcess) Matches(password, hash string) (bool, error) {
	matches, err := argon2id.ComparePasswordAndHash(password, hash)
	if err != nil {
		return false, fmt.Errorf("compare password: %w", err)
	}
	return matches, nil
}

// ParamsOf returns the parameters of an encoded hash.
func ParamsOf(hash string) (Params, error) {
	params, _, _, err := argon2id.DecodeHash(hash)
	if err != nil {
		return Params{}, fmt.Errorf("decode hash: %w", err)
	}
	return *params, nil
}
