package account

import (
	"net/netip"

	"github.com/grandstand/grandstand/internal/fairqueue"
)

// Client describes the client of a call that needs a password hash.
type Client struct {
	Address       netip.Addr
	Devices       string // the cookie of RememberDevice, if the client has one
	CaptchaPassed bool

	known knownUsers // set by RecognizeDevice
}

// knownUsers are the users of a login whose known device the client is: several, if they share a phone number.
type knownUsers struct {
	login  string // normalized
	ids    []UserID
	device string // of the first user; see knownDevice
}

// Known reports whether RecognizeDevice recognized the client's device.
func (c Client) Known() bool { return len(c.known.ids) > 0 }

// usersOf returns the users of a login whose known device the client is.
func (c Client) usersOf(login string) []UserID {
	if c.known.login != login {
		return nil
	}
	return c.known.ids
}

// On returns the session with the client that uses it in this call.
func (s Session) On(client Client) Session {
	s.Client = client
	return s
}

// knownCaller returns the queue entry of a user who is logged in or follows a mailed link, of a known device, or of
// an operator. id is 0 for operators.
func knownCaller(channelID int64, id UserID, address netip.Addr) fairqueue.Caller {
	return fairqueue.Caller{Group: channelID, Address: address, Lane: fairqueue.Known, User: int64(id)}
}

// queueCaller returns the queue entry of a client that logs in or registers. login must be normalized; it is empty for a
// registration.
func queueCaller(session Session, login string, client Client) fairqueue.Caller {
	if users := client.usersOf(login); len(users) > 0 {
		return knownCaller(session.ChannelID, users[0], client.Address)
	}
	caller := fairqueue.Caller{Group: session.ChannelID, Address: client.Address, Lane: fairqueue.Unknown}
	if client.CaptchaPassed {
		caller.Lane = fairqueue.PassedCaptcha
	}
	return caller
}
