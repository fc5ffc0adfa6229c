package app

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/api"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/clip"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media"
	"github.com/grandstand/grandstand/internal/site"
)

func (a *App) openClips() {
	a.Clips = clip.New(clip.Deps{DB: a.DB, Clock: a.Clock, Uses: clipUses{a}, Cuts: clipCuts{a}, Queue: clipQueue{a}})
}

// clipUses answers clips from commerce.
type clipUses struct{ app *App }

// May is part of clip.Uses.
func (u clipUses) May(ctx context.Context, v clip.Viewer, eventID int64, act clip.Act) (clip.Permit, error) {
	event, err := u.app.access().saleEvent(ctx, v.ChannelID, catalog.EventID(eventID))
	if err != nil {
		return nil, err
	}
	w := commerce.Wish{
		ChannelID: v.ChannelID, UserID: v.UserID, Event: event, Capability: commerce.Clipping,
		Viewer: commerce.Viewer{LoggedIn: v.IsUser(), Operator: v.Operates(v.ChannelID), Place: v.Place, GeoBlocked: v.GeoBlocked},
	}
	if act == clip.Download {
		w.Capability = commerce.DownloadClip
	}
	owner, err := u.app.Channels.FindByID(ctx, channel.ID(v.ChannelID))
	if err != nil {
		return nil, err
	}
	return clipPermit{u.app.Commerce, w, owner.Settings}, u.app.Commerce.May(ctx, w)
}

// Hold is part of clip.Uses.
func (u clipUses) Hold(ctx context.Context, channelID int64, clips []*clip.Clip) (map[clip.ID]bool, error) {
	held := make(map[clip.ID]bool, len(clips))
	var orders []commerce.OrderID
	for _, c := range clips {
		sold, err := u.isSold(ctx, c)
		if err != nil {
			return nil, err
		}
		if held[c.ID] = c.Official || !sold; !held[c.ID] {
			orders = append(orders, commerce.OrderID(c.Charge.Order), commerce.OrderID(c.Charge.Access))
		}
	}
	hold, err := u.app.Commerce.OrdersThatHold(ctx, channelID, orders)
	if err != nil {
		return nil, err
	}
	hold[0] = true // no purchase was needed, or none was noted
	for _, c := range clips {
		held[c.ID] = held[c.ID] || hold[commerce.OrderID(c.Charge.Order)] && hold[commerce.OrderID(c.Charge.Access)]
	}
	return held, nil
}

// isSold reports whether the event of a clip has to be bought; one that is removed does not.
func (u clipUses) isSold(ctx context.Context, c *clip.Clip) (bool, error) {
	event, err := u.app.Catalog.KnownEvent(ctx, c.ChannelID, catalog.EventID(c.EventID))
	if fault.KindOf(err) == fault.NotFound {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return commerce.Event{Type: string(event.Type)}.IsSold(), nil
}

// GiveBack is part of clip.Uses.
func (u clipUses) GiveBack(ctx context.Context, tx bun.Tx, channelID, userID, order int64) error {
	return u.app.Commerce.GiveBack(ctx, tx, channelID, userID, commerce.Use{Feature: commerce.Clips, Order: commerce.OrderID(order)})
}

// clipPermit is a wish that commerce has granted.
type clipPermit struct {
	commerce *commerce.Service
	wish     commerce.Wish
	settings channel.Settings
}

// Use is part of clip.Permit.
func (p clipPermit) Use(ctx context.Context, tx bun.Tx) (clip.Charge, error) {
	use, err := p.commerce.Use(ctx, tx, p.wish)
	return clip.Charge{Order: int64(use.Order), Access: int64(use.Opening)}, err
}

// MostCovered is part of clip.Permit. What is open to everybody may be clipped whole, and
// operators show what they like.
func (p clipPermit) MostCovered(recorded time.Duration) time.Duration {
	if p.wish.Viewer.Operator || !p.wish.Event.IsSold() {
		return 0
	}
	return p.settings.ClipCover(recorded)
}

// clipCuts has the media show what clips show.
type clipCuts struct{ app *App }

// Footage is part of clip.Cuts.
func (c clipCuts) Footage(ctx context.Context, channelID, eventID int64) (clip.Footage, error) {
	footage, err := c.app.Media.Footage(ctx, channelID, eventID)
	return clipFootage{footage}, err
}

// clipFootage is what media has of an event.
type clipFootage struct{ footage media.Footage }

// Recorded is part of clip.Footage.
func (f clipFootage) Recorded() time.Duration { return f.footage.Recorded() }

// Opens is part of clip.Footage.
func (f clipFootage) Opens(from, length time.Duration) clip.Stretch {
	start, end := f.footage.Opens(from, length)
	return clip.Stretch{From: start, To: end}
}

// Cut is part of clip.Footage.
func (f clipFootage) Cut(ctx context.Context, tx bun.Tx, from, length time.Duration) (clip.CutID, error) {
	id, err := f.footage.AddCut(ctx, tx, from, length)
	return clip.CutID(id), err
}

// Drop is part of clip.Cuts.
func (c clipCuts) Drop(ctx context.Context, tx bun.Tx, channelID int64, id clip.CutID) error {
	err := c.app.Media.DropCut(ctx, tx, channelID, media.CutID(id))
	if fault.KindOf(err) == fault.NotFound {
		return nil
	}
	return err
}

// State is part of clip.Cuts.
func (c clipCuts) State(ctx context.Context, channelID int64, id clip.CutID) (clip.Status, error) {
	found, err := c.app.Media.FindCuts(ctx, channelID, []media.CutID{media.CutID(id)})
	if err != nil {
		return "", err
	}
	switch found[media.CutID(id)].State {
	case media.CutProcessing:
		return clip.Processing, nil
	case media.CutSuccess:
		return clip.Success, nil
	case media.CutError:
	}
	return clip.Failed, nil
}

// clipQueue puts the making of clips into the queue.
type clipQueue struct{ app *App }

// EnqueueMake is part of clip.Queue.
func (q clipQueue) EnqueueMake(ctx context.Context, tx bun.Tx, channelID int64, id clip.CutID) error {
	return cuttings(q).EnqueueCut(ctx, tx, channelID, media.CutID(id))
}

// cutFailed has a clip fail with its cut.
func (a *App) cutFailed(ctx context.Context, tx bun.Tx, channelID int64, id media.CutID) error {
	return a.Clips.Fail(ctx, tx, channelID, clip.CutID(id))
}

// sweepClipsArgs sees to clips that were not told what became of their cuts.
type sweepClipsArgs struct{}

// Kind names the job in the queue.
func (sweepClipsArgs) Kind() string { return "clip.sweep" }

// clipMedia answers the edge from the media domain.
type clipMedia struct{ service *media.Service }

// Cuts is part of api.ClipMedia.
func (m clipMedia) Cuts(ctx context.Context, channelID int64, ids []clip.CutID) (map[clip.CutID]api.CutMedium, error) {
	asked := make([]media.CutID, len(ids))
	for i, id := range ids {
		asked[i] = media.CutID(id)
	}
	found, err := m.service.FindCuts(ctx, channelID, asked)
	if err != nil {
		return nil, err
	}
	out := make(map[clip.CutID]api.CutMedium, len(found))
	for id, cut := range found {
		medium := api.CutMedium{Lead: cut.Lead, Width: cut.Width, Height: cut.Height}
		if cut.Image != "" {
			medium.Image = media.PublicURL(cut.Image)
		}
		out[clip.CutID(id)] = medium
	}
	return out, nil
}

// picture is what there is to see of a clip, for cards that are shown of it.
func (m clipMedia) picture(ctx context.Context, channelID int64, id clip.CutID) (site.Shared, error) {
	found, err := m.Cuts(ctx, channelID, []clip.CutID{id})
	return site.Shared{URL: found[id].Image, Width: found[id].Width, Height: found[id].Height}, err
}

// SignCut is part of api.ClipMedia.
func (m clipMedia) SignCut(id clip.CutID, viewer api.MediaViewer) string {
	return m.service.PlaybackURL(cutGrant(id, viewer), media.Source{CutID: media.CutID(id)}).Rewind
}

// SignCutFile is part of api.ClipMedia.
func (m clipMedia) SignCutFile(ctx context.Context, id clip.CutID, viewer api.MediaViewer, name string) (api.Download, error) {
	file, err := m.service.SignDownload(ctx, cutGrant(id, viewer), media.Source{CutID: media.CutID(id)}, name)
	return api.Download(file), err
}

func cutGrant(id clip.CutID, viewer api.MediaViewer) media.Grant {
	return media.Grant{
		ChannelID: viewer.ChannelID, CutID: media.CutID(id), UserID: viewer.UserID, SessionID: viewer.SessionID, Network: networkOf(viewer.Address),
	}
}

// clipped are a user's clips.
type clipped struct{ app *App }

// Name is part of account.Belongings.
func (clipped) Name() string { return "clips" }

// Export is part of account.Belongings.
func (c clipped) Export(ctx context.Context, channelID int64, user account.UserID, add func(item any) error) error {
	return c.app.Clips.ExportUser(ctx, channelID, int64(user), func(one *clip.Clip) error {
		return add(map[string]any{
			"id": one.ID, "event_id": one.EventID, "name": one.Name, "tags": one.Tags, "start_time": one.Start.Seconds(),
			"duration": one.Duration.Seconds(), "status": one.Status, "created_at": one.CreatedAt,
		})
	})
}

// Erase is part of account.Belongings.
func (c clipped) Erase(ctx context.Context, tx bun.Tx, channelID int64, user account.UserID) error {
	return c.app.Clips.EraseUser(ctx, tx, channelID, int64(user))
}
