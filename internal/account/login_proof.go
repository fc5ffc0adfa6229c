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
	// freePlaces is a divisor: no proof of work is required while the queue is less than an eighth
	// full.
	freePlaces = 8
	// leastWork is the lowest difficulty, in leading zero bits. Each bit doubles the work.
	leastWork = 11
	// usualTurns is the number of recent turns of a network from which on the difficulty grows.
	usualTurns = 60
	// mostNetworkWork limits the extra bits for a busy network: users of a school behind one
	// address must still be able to log in.
	mostNetworkWork = 3
)

// WorkProof is a client's solution of a challenge (see fault.Challenge).
type WorkProof struct {
	Challenge string
	Solution  string
}

// placeInQueue returns the queue entry of a client that logs in or registers. Once an eighth of the
// queue is full, an unknown device must send a proof of work or a captcha token; otherwise
// placeInQueue returns an Unavailable fault with a challenge. login must be normalized; it is empty
// for a registration.
func (s *Service) placeInQueue(session Session, login string, client Client) (fairqueue.Caller, error) {
	if id := client.userOf(login); id != 0 {
		return member(session.ChannelID, id, client.Address), nil
	}
	caller := fairqueue.Caller{Group: session.ChannelID, Network: netaddr.Network(client.Address), Lane: fairqueue.Unproven}
	owner := fmt.Sprintf("session %d", session.ID)
	if client.Person || client.Work != (WorkProof{}) && s.proofs.Spend(owner, client.Work.Challenge, client.Work.Solution) {
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
	free := max(1, h.most/freePlaces)
	waiting := h.queue.Waiting()
	if waiting < free {
		return 0
	}
	network := int(h.queue.Used(caller.Network)) / usualTurns
	return leastWork + bits.Len(uint(waiting/free)) - 1 + min(mostNetworkWork, bits.Len(uint(network)))
}

// workRequired returns the refusal with the challenge. A client that cannot solve the challenge
// retries after RetryAfter.
func (h *hasher) workRequired(challenge proofofwork.Challenge) error {
	e := h.busy()
	e.Code, e.Detail = "proof_of_work_required", "Many people are logging in. Please try again in a few seconds."
	e.Challenge = &fault.Challenge{Algorithm: "sha-256", Token: challenge.Token, Difficulty: challenge.Bits}
	return e
}
