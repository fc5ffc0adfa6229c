package api

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/clip"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
)

// cutter is all that clips need of the house, with games of which an hour is recorded.
type cutter struct {
	w       *world
	made    int64
	segment time.Duration // how long each segment is; 0 for as short as clips want
}

const recorded = time.Hour

func (w *world) openClips() {
	w.cutter = &cutter{w: w}
	w.clips = clip.New(clip.Deps{DB: w.db, Clock: w.clock, Uses: w.cutter, Cuts: w.cutter, Queue: w.cutter})
	w.commerce.Counting(w.cutter)
}

// AddUses is part of commerce.Totals.
func (c *cutter) AddUses(ctx context.Context, tx bun.Tx, channelID, userID int64, f commerce.Feature, n int64) error {
	if f == commerce.Clips {
		return c.w.accounts.CountClips(ctx, tx, channelID, account.UserID(userID), n)
	}
	return c.w.accounts.CountDownloads(ctx, tx, channelID, account.UserID(userID), n)
}

// May is part of clip.Uses.
func (c *cutter) May(ctx context.Context, v clip.Viewer, eventID int64, act clip.Act) (clip.Permit, error) {
	e, err := c.w.catalog.FindEvent(ctx, v.ChannelID, catalog.EventID(eventID))
	if err != nil {
		return nil, err
	}
	view, err := c.w.api.view(ctx, v.ChannelID, English)
	if err != nil {
		return nil, err
	}
	wish := commerce.Wish{
		ChannelID: v.ChannelID, UserID: v.UserID, Event: view.saleEvent(e),
		Viewer:     commerce.Viewer{LoggedIn: v.IsUser(), Operator: v.Operates(v.ChannelID), Place: v.Place, GeoBlocked: v.GeoBlocked},
		Capability: map[clip.Act]commerce.Capability{clip.Make: commerce.Clipping, clip.Download: commerce.DownloadClip}[act],
	}
	return clipPermit{c, wish}, c.w.commerce.May(ctx, wish)
}

// GiveBack is part of clip.Uses.
func (c *cutter) GiveBack(ctx context.Context, tx bun.Tx, channelID, userID, order int64) error {
	return c.w.commerce.GiveBack(ctx, tx, channelID, userID, commerce.Use{Feature: commerce.Clips, Order: commerce.OrderID(order)})
}

type clipPermit struct {
	cutter *cutter
	wish   commerce.Wish
}

// Use is part of clip.Permit.
func (p clipPermit) Use(ctx context.Context, tx bun.Tx) (clip.Charge, error) {
	use, err := p.cutter.w.commerce.Use(ctx, tx, p.wish)
	return clip.Charge{Order: int64(use.Order), Access: int64(use.Opening)}, err
}

// MostCovered is part of clip.Permit.
func (p clipPermit) MostCovered(recorded time.Duration) time.Duration {
	if !p.wish.Event.IsSold() || p.wish.Viewer.Operator {
		return 0
	}
	return recorded / 10
}

// Hold is part of clip.Uses. What is made without asking has no purchase.
func (c *cutter) Hold(ctx context.Context, channelID int64, clips []*clip.Clip) (map[clip.ID]bool, error) {
	var orders []commerce.OrderID
	for _, one := range clips {
		orders = append(orders, commerce.OrderID(one.Charge.Order))
	}
	hold, err := c.w.commerce.OrdersThatHold(ctx, channelID, orders)
	held := map[clip.ID]bool{}
	for _, one := range clips {
		held[one.ID] = one.Charge.Order == 0 || hold[commerce.OrderID(one.Charge.Order)]
	}
	return held, err
}

// Recorded is part of clip.Footage.
func (*cutter) Recorded() time.Duration { return recorded }

// Footage is part of clip.Cuts.
func (c *cutter) Footage(context.Context, int64, int64) (clip.Footage, error) { return c, nil }

// Opens is part of clip.Footage.
func (c *cutter) Opens(from, length time.Duration) clip.Stretch {
	if c.segment > 0 {
		return clip.Stretch{From: from.Truncate(c.segment), To: (from + length + c.segment - 1).Truncate(c.segment)}
	}
	return clip.Stretch{From: from, To: from + length}
}

// Cut is part of clip.Footage.
func (c *cutter) Cut(_ context.Context, _ bun.Tx, from, length time.Duration) (clip.CutID, error) {
	if from+length > recorded {
		return 0, fault.OfField(fault.Unprocessable, "duration", "clip_out_of_range", "Your clip duration is longer than the end time")
	}
	c.made++
	return clip.CutID(c.made), nil
}

// State is part of clip.Cuts.
func (*cutter) State(context.Context, int64, clip.CutID) (clip.Status, error) {
	return clip.Processing, nil
}

// Drop is part of clip.Cuts.
func (*cutter) Drop(context.Context, bun.Tx, int64, clip.CutID) error { return nil }

// EnqueueMake is part of clip.Queue.
func (*cutter) EnqueueMake(context.Context, bun.Tx, int64, clip.CutID) error { return nil }

// Cuts is part of ClipMedia.
func (*cutter) Cuts(_ context.Context, _ int64, ids []clip.CutID) (map[clip.CutID]CutMedium, error) {
	out := map[clip.CutID]CutMedium{}
	for _, id := range ids {
		out[id] = CutMedium{Lead: 1500 * time.Millisecond, Width: 1280, Height: 720, Image: fmt.Sprintf("/media/public/stills/cuts/%d.jpg", id)}
	}
	return out, nil
}

// SignCut is part of ClipMedia.
func (*cutter) SignCut(id clip.CutID, viewer MediaViewer) string {
	return fmt.Sprintf("/media/signed-for-%d-%d/c%d/index.m3u8", viewer.ChannelID, viewer.SessionID, id)
}

// SignCutFile is part of ClipMedia.
func (c *cutter) SignCutFile(_ context.Context, id clip.CutID, viewer MediaViewer, name string) (Download, error) {
	url := fmt.Sprintf("/media/signed-for-%d-%d/c%d/clip.mp4", viewer.ChannelID, viewer.SessionID, id)
	return Download{URL: url, FileName: name + ".mp4", Size: 4_200_000, ExpiresAt: c.w.clock.Now().Add(6 * time.Hour)}, nil
}

// clipOf is a clip of a season's live game, made without a request.
func (w *world) clipOf(s *season, by actor.Actor, name string) *clip.Clip {
	w.t.Helper()
	return w.clipOfGame(int64(s.events["live"]), by, name)
}

func (w *world) clipOfGame(event int64, by actor.Actor, name string) *clip.Clip {
	w.t.Helper()
	lenient := clip.New(clip.Deps{DB: w.db, Clock: w.clock, Uses: leave{}, Cuts: w.cutter, Queue: w.cutter})
	made := must[*clip.Clip](w)(lenient.Create(w.t.Context(), clip.Viewer{Actor: by}, clip.Draft{
		EventID: event, Name: name, Tags: []string{name}, Start: time.Minute, Duration: 10 * time.Second,
	}))
	w.finish(made)
	return made
}

// clipFrom is a clip of five minutes, made without a request.
func (w *world) clipFrom(event int64, by actor.Actor, from time.Duration) *clip.Clip {
	w.t.Helper()
	lenient := clip.New(clip.Deps{DB: w.db, Clock: w.clock, Uses: leave{}, Cuts: endless{w.cutter}, Queue: w.cutter})
	made := must[*clip.Clip](w)(lenient.Create(w.t.Context(), clip.Viewer{Actor: by}, clip.Draft{
		EventID: event, Name: "Part", Tags: []string{"part"}, Start: from, Duration: 5 * time.Minute,
	}))
	w.finish(made)
	return made
}

// endless has recordings without an end.
type endless struct{ *cutter }

// Footage is part of clip.Cuts.
func (e endless) Footage(context.Context, int64, int64) (clip.Footage, error) { return e, nil }

// Cut is part of clip.Footage.
func (e endless) Cut(context.Context, bun.Tx, time.Duration, time.Duration) (clip.CutID, error) {
	e.made++
	return clip.CutID(e.made), nil
}

func (w *world) finish(c *clip.Clip) {
	w.t.Helper()
	if err := w.clips.Finish(w.t.Context(), c.ChannelID, c.Cut); err != nil {
		w.t.Fatal(err)
	}
}

// leave lets everybody do everything, and counts nothing.
type leave struct{}

// May is part of clip.Uses.
func (l leave) May(context.Context, clip.Viewer, int64, clip.Act) (clip.Permit, error) { return l, nil }

// Use is part of clip.Permit.
func (leave) Use(context.Context, bun.Tx) (clip.Charge, error) { return clip.Charge{}, nil }

// MostCovered is part of clip.Permit.
func (leave) MostCovered(time.Duration) time.Duration { return 0 }

// Hold is part of clip.Uses.
func (leave) Hold(context.Context, int64, []*clip.Clip) (map[clip.ID]bool, error) { return nil, nil }

// GiveBack is part of clip.Uses.
func (leave) GiveBack(context.Context, bun.Tx, int64, int64, int64) error { return nil }

// clipTheSpoiled makes an official clip of the game that is over, and one of a user's.
func (w *world) clipTheSpoiled(s *season, userID int64) {
	w.t.Helper()
	over := int64(s.events["told over"])
	staff := w.person(home, "staff@example.com", func(n *account.NewUser) { n.Role = actor.Operator })
	for _, by := range []actor.Actor{
		{Role: actor.Operator, ChannelID: s.channelID, UserID: int64(staff.ID)}, {Role: actor.User, ChannelID: s.channelID, UserID: userID},
	} {
		s.clips = append(s.clips, int64(w.clipOfGame(over, by, "Play").ID))
	}
}

// clipRows ask about a clip of another channel's user.
func clipRows() map[string]tenantRow {
	byID := func(path string, method string) tenantRow {
		return func(f *foreigners) []probe {
			ask := func(id int64) call { return call{method: method, path: fmt.Sprintf(path, id)} }
			return []probe{{"another channel's clip", ask(int64(f.clip.ID)), ask(987_654_321)}}
		}
	}
	return map[string]tenantRow{
		"delete-clip":           byID("/api/clip/%d", "DELETE"),
		"download-clip":         byID("/api/clip/download/%d", ""),
		"list-user-clips":       nothingToName,
		"list-events-with-clip": nothingToName,
		"get-clip-cover":        byForeignID("/api/clips/event/%d/cover", func(s *season) int64 { return int64(s.events["live"]) }),
		"list-event-clips":      byForeignID("/api/clips/event/%d", func(s *season) int64 { return int64(s.events["live"]) }),
		"get-shared-clip": func(f *foreigners) []probe {
			ask := func(id int64, uuid string) call {
				return call{path: fmt.Sprintf("/api/shared-clip/%d?uuid=%s", id, uuid)}
			}
			return []probe{
				{"another channel's clip", ask(int64(f.clip.ID), ""), ask(987_654_321, "")},
				{"another channel's clip by its link", ask(int64(f.clip.ID), f.clip.UUID), ask(987_654_321, f.clip.UUID)},
			}
		},
		"create-clip": func(f *foreigners) []probe {
			ask := func(event int64) call { return call{path: "/api/clip", body: newClip(event, nil)} }
			return []probe{{"another channel's game", ask(int64(f.season.events["live"])), ask(987_654_321)}}
		},
	}
}
