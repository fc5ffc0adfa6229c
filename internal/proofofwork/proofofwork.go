// Package proofofwork makes clients compute a hash before they may use a scarce resource
// (hashcash). A challenge is sealed by the server, expires after challengeLife and is accepted once
// on each node.
package proofofwork

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/seal"
)

const (
	// challengeLife is the time that a client has for a solution.
	challengeLife = 2 * time.Minute
	// maxSpent limits the number of spent challenges in memory. The oldest are removed first, and
	// could be spent again.
	maxSpent = 200_000
	// maxSolution is the longest solution that is read.
	maxSolution = 20
)

// Challenge asks for a solution: a decimal number for which the SHA-256 of "<token>:<number>"
// begins with Bits zero bits.
type Challenge struct {
	Token string
	Bits  int
}

// Issuer issues challenges and checks solutions. It is safe for concurrent use.
type Issuer struct {
	sealer *seal.Sealer
	clock  clock.Clock
	spent  *cache.LRU[string, int64] // expiry of each spent challenge, by its id
}

// NewIssuer returns an issuer. Nodes with the same key accept each other's challenges.
func NewIssuer(sealer *seal.Sealer, c clock.Clock) *Issuer {
	return &Issuer{sealer: sealer, clock: c, spent: cache.NewLRU[string, int64](maxSpent, nil)}
}

// Issue returns a challenge that only the given client can use.
func (i *Issuer) Issue(client string, difficulty int) Challenge {
	var id [9]byte
	_, _ = rand.Read(id[:]) // it never fails: crypto/rand ends the process instead
	expires := clock.Millis(i.clock.Now().Add(challengeLife))
	text := fmt.Sprintf("%s %d %d", base64.RawURLEncoding.EncodeToString(id[:]), difficulty, expires)
	return Challenge{Token: i.sealer.Seal(place(client), text), Bits: difficulty}
}

// Spend checks a solution and marks the challenge as spent. A second call with the same challenge
// returns false.
func (i *Issuer) Spend(client, token, solution string) bool {
	id, difficulty, expires, ok := i.open(client, token)
	now := clock.Millis(i.clock.Now())
	if !ok || expires <= now || !Solves(token, solution, difficulty) {
		return false
	}
	i.spent.DropExpired(func(until int64) bool { return until <= now })
	fresh := false
	i.spent.Update(id, func(until int64) int64 {
		fresh = until == 0
		return expires
	})
	return fresh
}

func (i *Issuer) open(client, token string) (id string, difficulty int, expires int64, ok bool) {
	text, err := i.sealer.Open(place(client), token)
	if err != nil {
		return "", 0, 0, false
	}
	_, err = fmt.Sscanf(text, "%s %d %d", &id, &difficulty, &expires)
	return id, difficulty, expires, err == nil
}

func place(client string) string { return "proof of work of " + client }

// Solves reports whether a solution meets a difficulty.
func Solves(token, solution string, difficulty int) bool {
	if len(solution) == 0 || len(solution) > maxSolution || strings.Trim(solution, "0123456789") != "" {
		return false
	}
	return leadingZeros(sha256.Sum256([]byte(token+":"+solution))) >= difficulty
}

// Solve computes a solution, for clients in Go. It loops until it finds one.
func Solve(token string, difficulty int) string {
	for n := uint64(0); ; n++ {
		if solution := strconv.FormatUint(n, 10); Solves(token, solution, difficulty) {
			return solution
		}
	}
}

func leadingZeros(hash [sha256.Size]byte) int {
	n := 0
	for _, b := range hash {
		n += bits.LeadingZeros8(b)
		if b != 0 {
			break
		}
	}
	return n
}
