package account

import (
	"net/netip"

	"github.com/grandstand/grandstand/internal/fairqueue"
	"github.com/grandstand/grandstand/internal/throttle"
)

// Client is what is known about the client of a call that needs a password hash.
type Client struct {
	Address netip.Addr
}

// On returns the session with the client that uses it in this call.
func (s Session) On(client Client) Session {
	s.Client = client
	return s
}

// stranger is the place in the queue of a client that shows nothing but its network.
func stranger(channelID int64, client Client) fairqueue.Caller {
	return fairqueue.Caller{Group: channelID, Network: throttle.Network(client.Address), Lane: fairqueue.Unproven}
}

// member is the place in the queue of a user who is logged in or follows a mailed link, and
// of an operator.
func member(channelID int64, address netip.Addr) fairqueue.Caller {
	return fairqueue.Caller{Group: channelID, Network: throttle.Network(address), Lane: fairqueue.Known}
}
