// Package actor says who is asking. Every domain method that reads private data
// or changes anything takes an Actor and decides for itself.
package actor

import "github.com/grandstand/grandstand/internal/fault"

// Role is what an actor may be on one channel.
type Role uint8

// Roles, in rising order of power. System is the process itself: jobs, the
// command line and the demo.
const (
	Visitor Role = iota
	User
	Operator
	Owner
	System
)

// Actor is one principal bound to one channel. The zero value is a visitor of no
// channel and may do nothing.
type Actor struct {
	Role      Role
	ChannelID int64
	UserID    int64 // 0 for visitors and the system
	SessionID int64 // the api key's row; 0 for the system
	// MustChangePassword is set while the account has a temporary password: every
	// call but reading and editing the profile and logging out is then refused.
	MustChangePassword bool
}

// IsUser reports whether a person is logged in.
func (a Actor) IsUser() bool { return a.Role >= User && a.UserID != 0 }

// Operates reports whether the actor may change the given channel.
func (a Actor) Operates(channelID int64) bool {
	switch a.Role {
	case Owner, System:
		return true
	case Operator:
		return a.ChannelID == channelID
	case Visitor, User:
		return false
	}
	return false
}

// RequireUser refuses who is not logged in: Unauthenticated, "unauthenticated".
func (a Actor) RequireUser() error {
	if a.IsUser() {
		return nil
	}
	return LoginNeeded()
}

// LoginNeeded is how RequireUser refuses, for where only the attempt shows that there is
// nobody, or nobody any more.
func LoginNeeded() error {
	return fault.New(fault.Unauthenticated, "unauthenticated", "user must be logged in")
}

// RequireOperator refuses an actor who may not change the given channel: Forbidden,
// "operator_required".
func (a Actor) RequireOperator(channelID int64) error {
	if a.Operates(channelID) {
		return nil
	}
	return operatorRequired()
}

// RequireOwner refuses an actor who does not own the installation, in the same words.
func (a Actor) RequireOwner() error {
	if a.Role >= Owner {
		return nil
	}
	return operatorRequired()
}

func operatorRequired() error {
	return fault.New(fault.Forbidden, "operator_required", "Only the channel's operators may do this.")
}

// ForSystem returns the actor for work that the process does by itself on a channel.
func ForSystem(channelID int64) Actor { return Actor{Role: System, ChannelID: channelID} }
