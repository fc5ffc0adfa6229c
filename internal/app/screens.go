package app

import (
	"context"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/lease"
	"github.com/grandstand/grandstand/internal/media"
	"github.com/grandstand/grandstand/internal/vod"
)

// Play is part of media.Screens: it counts the networks of an address of what was bought, and its
// screen where the channel bounds them. A clip is counted in the network that plays it.
func (a access) Play(ctx context.Context, p media.Playing) error {
	if p.CutID != 0 && !p.Download {
		return a.playClip(ctx, p)
	}
	address, bought, err := a.address(ctx, p)
	if err != nil || !bought {
		return err
	}
	if err := a.leases.RecordNetwork(ctx, address, p.Network); err != nil || p.Download {
		return err
	}
	owner, err := a.channels.FindByID(ctx, channel.ID(p.ChannelID))
	if err != nil {
		return err
	}
	return a.leases.RenewAddress(ctx, address, int(owner.Settings.ConcurrentStreams), p.Starts)
}

// address is what leases know an address by, and whether it plays something that was bought.
func (a access) address(ctx context.Context, p media.Playing) (lease.Address, bool, error) {
	address := lease.Address{
		ChannelID: p.ChannelID, UserID: p.UserID, SessionID: p.SessionID, Player: p.Player, Download: p.Download,
		Subject: lease.Subject{EventID: p.EventID}, ExpiresAt: p.ExpiresAt,
	}
	session, err := a.accounts.FindSessionByID(ctx, p.ChannelID, p.SessionID)
	if err != nil {
		return address, false, ignoreLost(err)
	}
	who, err := a.viewer(ctx, p.Viewer, session)
	if err != nil || p.Download { // files are for those who bought them, and for staff
		address.CutID = int64(p.CutID)
		return address, !who.Operator, err
	}
	decision, err := a.decide(ctx, p.Viewer, who)
	if err != nil {
		return address, false, ignoreLost(err)
	}
	var accessType string
	if p.VODID != 0 {
		item, err := a.library.FindByMedium(ctx, p.ChannelID, vod.MediumID(p.VODID))
		if err != nil {
			return address, false, ignoreLost(err)
		}
		accessType, address.ItemID = string(item.Access), int64(item.ID)
	} else {
		event, err := a.catalog.KnownEvent(ctx, p.ChannelID, catalog.EventID(p.EventID))
		if err != nil {
			return address, false, ignoreLost(err)
		}
		accessType = string(event.Type)
	}
	return address, decision.IsBought(accessType), nil
}

// ignoreLost ignores that a session or what it plays is gone: access is refused for that.
func ignoreLost(err error) error {
	if fault.KindOf(err) == fault.NotFound || fault.CodeOf(err) == "invalid_api_key" {
		return nil
	}
	return err
}
