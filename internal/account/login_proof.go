package account

import (
	"fmt"
	"math/bits"

	"github.com/grandstand/grandstand/internal/fairqueue"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/netaddr"
	"github.com/grandstand/grandstand/internal/proofofwork"
)

const (
	// freeShareDivisor is the divisor of the queue's places that may be taken before a proof of work is required: an
	// eighth.
	freeShareDivisor = 8
	// minDifficulty is the lowest difficulty, in leading zero bits. Each bit doubles the work.
	minDifficulty = 11
	// turnsPerExtraBit is the number of recent turns of a network that adds the first extra bit. Twice as many add a
	// second one.
	turnsPerExtraBit = 60
	// maxNetworkBits limits the extra bits for a busy network: users of a school behind one address must still be able
	// to log in.
	maxNetworkBits = 3
)

// WorkProof is a client's solution of a challenge (see fault.Challenge).
type WorkProof struct {
	Challenge string
	Solution  string
}

// queueCaller returns the queue entry of a client that logs in or registers. Once an eighth of the
// queue is full, an unknown device must send a proof of work or a captcha token; otherwise
// queueCaller returns an Unavailable fault with a challenge. login must be normalized; it is empty
// for a registration.
func (s *Service) queueCaller(session Session, login string, client Client) (fairqueue.Caller, error) {
	if users := client.usersOf(login); len(users) > 0 {
		return knownCaller(session.ChannelID, users[0], client.Address), nil
	}
	caller := fairqueue.Caller{Group: session.ChannelID, Network: netaddr.Network(client.Address), Lane: fairqueue.Unproven}
	owner := fmt.Sprintf("session %d", session.ID)
	if client.CaptchaPassed || client.Work != (WorkProof{}) && s.proofs.Spend(owner, client.Work.Challenge, client.Work.Solution) {
		caller.Lane = fairqueue.Proven
		return caller, nil
	}
	if difficulty := s.passwords.difficulty(caller); difficulty > 0 {
		return caller, s.passwords.workRequired(s.proofs.Issue(owner, difficulty))
	}
	return caller, nil
}

// difficulty returns the required zero bits, 0 while the queue is less than an eighth full. The
// difficulty grows with the queue and with the recent turns of the caller's network.
func (h *hasher) difficulty(caller fairqueue.Caller) int {
	free := max(1, h.most/freeShareDivisor) // callers without proof
	waiting := h.queue.Waiting()
	if waiting < free {
		return 0
	}
	network := int(h.queue.DecayedTurns(caller.Network)) / turnsPerExtraBit
	return minDifficulty + bits.Len(uint(waiting/free)) - 1 + min(maxNetworkBits, bits.Len(uint(network)))
}

// workRequired returns the refusal with the challenge. A client that cannot solve the challenge
// retries after RetryAfter.
func (h *hasher) workRequired(challenge proofofwork.Challenge) error {
	e := h.busy()
	e.Code, e.Detail = "proof_of_work_required", "Many people are logging in. Please try again in a few seconds."
	e.Challenge = &fault.Challenge{Algorithm: "sha-256", Token: challenge.Token, Difficulty: challenge.Bits}
	return e
}
