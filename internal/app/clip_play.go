package app

import (
	"context"
	"net/netip"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/clip"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/lease"
	"github.com/grandstand/grandstand/internal/media"
	"github.com/grandstand/grandstand/internal/netaddr"
)

// playClip counts the play of a clip of a game that is sold in the network of the request. The clip's
// maker and viewers with access to the game are not counted in the network that their address was given
// in. Elsewhere the address is one that was passed on.
func (a access) playClip(ctx context.Context, p media.Playing) error {
	played, err := a.clips().FindByCut(ctx, p.ChannelID, clip.CutID(p.CutID))
	if err != nil || played.Official {
		return ignoreLost(err)
	}
	event, err := a.catalog.KnownEvent(ctx, p.ChannelID, catalog.EventID(played.EventID))
	if err != nil || !(commerce.Event{Type: string(event.Type)}).IsSold() {
		return ignoreLost(err)
	}
	if p.GivenIn != 0 && p.GivenIn == networkNumber(p.Network) {
		own, err := a.ownsPlay(ctx, p, played)
		if err != nil || own {
			return ignoreLost(err)
		}
	}
	return a.clips().AdmitPlay(clip.Play{Network: p.Network, EventID: played.EventID, Length: event.Duration, Clip: played})
}

// ownsPlay reports whether a viewer made a clip or has access to its game.
func (a access) ownsPlay(ctx context.Context, p media.Playing, played *clip.Clip) (bool, error) {
	session, err := a.accounts.FindSessionByID(ctx, p.ChannelID, p.SessionID)
	if err != nil || played.IsOwn(session.Actor()) {
		return err == nil, err
	}
	who, err := a.viewer(ctx, p.Viewer, session)
	if err != nil {
		return false, err
	}
	decision, err := a.onEvent(ctx, p.Viewer, who, played.EventID)
	return decision.Granted, err
}

// networkNumber is a network, as netaddr.NetworkName names it, in a signed address; 0 where it is not known.
func networkNumber(network string) int64 {
	if network == "" {
		return 0
	}
	return lease.PlayerNumber(network)
}

// networkOf is the number of the network of a client.
func networkOf(client netip.Addr) int64 { return networkNumber(netaddr.NetworkName(client)) }
