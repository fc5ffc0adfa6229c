package account

import (
	"fmt"
	"math/bits"

	"github.com/grandstand/grandstand/internal/fairqueue"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/proofofwork"
	"github.com/grandstand/grandstand/internal/throttle"
)

const (
	// freePlaces is the part of the queue that callers fill without a proof of work: an eighth.
	freePlaces = 8
	// leastWork is the difficulty, in zero bits, of the first proof. Each bit doubles the work.
	leastWork = 11
	// usualTurns is the number of recent turns of a network above which its work grows.
	usualTurns = 60
	// mostNetworkWork bounds the bits that are added for one network: a school behind one
	// address must get in.
	mostNetworkWork = 3
)

// WorkProof is a client's solution of a challenge (see fault.Challenge).
type WorkProof struct {
	Challenge string
	Solution  string
}

// placeInQueue returns the place of a client that logs in or registers. While the queue fills,
// an unknown device must bring a proof of work, or of a person. Without it the answer is an
// Unavailable fault with a challenge. login is normalized, or empty at a registration.
func (s *Service) placeInQueue(session Session, login string, client Client) (fairqueue.Caller, error) {
	if login != "" && s.deviceID(client.Devices, session.ChannelID, login) != "" {
		return member(session.ChannelID, client.Address), nil
	}
	caller := fairqueue.Caller{Group: session.ChannelID, Network: throttle.Network(client.Address), Lane: fairqueue.Unproven}
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

// difficulty returns the work that a caller must prove, 0 while the queue is short. It grows
// with the queue, and with the turns that the caller's network had of late.
func (h *hasher) difficulty(caller fairqueue.Caller) int {
	free := max(1, h.most/freePlaces)
	waiting := h.queue.Waiting()
	if waiting < free {
		return 0
	}
	network := int(h.queue.Used(caller.Network)) / usualTurns
	return leastWork + bits.Len(uint(waiting/free)) - 1 + min(mostNetworkWork, bits.Len(uint(network)))
}

// workRequired asks for a proof of work. A client that cannot compute it comes again later.
func (h *hasher) workRequired(challenge proofofwork.Challenge) error {
	e := h.busy()
	e.Code, e.Detail = "proof_of_work_required", "Many people are logging in. Please try again in a few seconds."
	e.Challenge = &fault.Challenge{Algorithm: "sha-256", Token: challenge.Token, Difficulty: challenge.Bits}
	return e
}
