package account

import (
	"net/netip"

	"github.com/grandstand/grandstand/internal/fairqueue"
	"github.com/grandstand/grandstand/internal/netaddr"
)

// Client describes the client of a call that needs a password hash.
type Client struct {
	Address       netip.Addr
	Devices       string    // the cookie of RememberDevice, if the client has one
	Work          WorkProof // if the client sent one
	CaptchaPassed bool

	known knownUser // set by RecognizeDevice
}

// knownUser is the user of a login from a known device.
type knownUser struct {
	login  string // normalized
	id     UserID
	device string // see knownDevice
}

// Known reports whether RecognizeDevice recognized the client's device.
func (c Client) Known() bool { return c.known.id != 0 }

// userOf returns the user of a login if the client is a known device of that user, or else 0.
func (c Client) userOf(login string) UserID {
	if c.known.login != login {
		return 0
	}
	return c.known.id
}

// On returns the session with the client that uses it in this call.
func (s Session) On(client Client) Session {
	s.Client = client
	return s
}

// knownCaller returns the queue entry of a user who is logged in or follows a mailed link, of a known device, or of
// an operator. id is 0 for operators.
func knownCaller(channelID int64, id UserID, address netip.Addr) fairqueue.Caller {
	return fairqueue.Caller{Group: channelID, Network: netaddr.Network(address), Lane: fairqueue.Known, User: int64(id)}
}
