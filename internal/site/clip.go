package site

import (
	"context"
	"fmt"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/clip"
	"github.com/grandstand/grandstand/internal/fault"
)

// Kinds of the routes of clips.
const (
	kindClip      = "clip"
	kindClipEmbed = "clip_embed" // one clip's player alone, in the cards of others
)

// Clip is what messengers and social networks are told of a clip.
type Clip struct {
	Player        string // path of the page that others may frame
	Video         string // path of its MP4 file; empty where the clip has none that is public
	Width, Height int    // of its pictures; 0 where they are not known
}

// ClipFilePath is where the paths of the files of public clips begin: the clip's id and its UUID with ".mp4" follow.
const ClipFilePath = "/share_video/"

// HasClipFile reports whether a clip is public as a file: it is made, and its event is open to everybody or an operator made
// the clip. Plays of a sold event's other clips are counted in the player, and a file's would not be.
func HasClipFile(c *clip.Clip, e *catalog.Event) bool {
	sold := e.Type == catalog.Paid || e.Type == catalog.PPV
	return c.Status == clip.Success && (c.Official || !sold)
}

var (
	clipTitles   = map[string]string{"en": "Clip", "fr": "Extrait"}
	noClipTitles = map[string]string{"en": "Clip not found", "fr": "Extrait introuvable"}
	// clipLines say of which event a clip is, and how long.
	clipLines = map[string]string{"en": "A clip from %s · %s", "fr": "Extrait\u00a0: %s · %s"}
)

// clip describes a clip to whoever has its link, and an official one to everybody. An address without the secret of the link may be
// of a clip that only its maker sees: the page, which is the same for all, tells nothing of it, not even that it is there.
func (d Domains) clip(ctx context.Context, c Channel, r Request) (View, error) {
	found, err := d.Clips.Find(ctx, actor.Actor{ChannelID: c.ID}, clip.ID(r.ID), r.UUID)
	switch {
	case fault.KindOf(err) == fault.NotFound && r.UUID == "":
		return View{Hidden: true, Title: clipTitles[c.Lang]}, nil
	case fault.KindOf(err) == fault.NotFound:
		return View{NotFound: true, Title: noClipTitles[c.Lang]}, nil
	case err != nil:
		return View{}, err
	}
	e, err := d.Catalog.FindEvent(ctx, c.ID, catalog.EventID(found.EventID))
	if err != nil {
		return View{}, err
	}
	ref, err := d.Catalog.Reference(ctx, c.ID)
	if err != nil {
		return View{}, err
	}
	view := View{
		Title:       found.Name,
		Description: fmt.Sprintf(clipLines[c.Lang], ref.EventName(e, c.Words.Versus(c.Lang), c.Lang), clockTime(found.Duration)),
	}
	held, err := d.Clips.Hold(ctx, c.ID, []*clip.Clip{found})
	if err != nil {
		return View{}, err
	}
	if found.Status == clip.Failed || !held[found.ID] {
		return view, nil
	}
	rules, err := d.Commerce.Blackouts(ctx, c.ID)
	if err != nil {
		return View{}, err
	}
	if len(rules.Of(found.EventID)) > 0 { // the page and its card are the same for all places
		pictures, err := d.Pictures.Gallery(ctx, c.ID)
		if err != nil {
			return View{}, err
		}
		view.Image, view.Card = d.MediaURL(e.Poster().Key), d.shared(e.Poster().Key, e.Poster().Widths, pictures)
		return view, nil
	}
	picture, err := d.ClipPicture(ctx, c.ID, found.Cut)
	if err != nil {
		return View{}, err
	}
	view.Clip = &Clip{Player: fmt.Sprintf("/share_embed/%d/%s", found.ID, found.UUID), Width: picture.Width, Height: picture.Height}
	if c.HideScores && e.Unspoiled().ScoreHidden {
		return view, nil
	}
	view.Image, view.Card = picture.URL, picture
	if HasClipFile(found, e) {
		view.Clip.Video = fmt.Sprintf("%s%d/%s.mp4", ClipFilePath, found.ID, found.UUID)
	}
	return view, nil
}

// clipPlayer is the player of a clip for a frame on another site. The size is a proposal
// for it, and needs to be given (ogp.me, "og:video").
func clipPlayer(c Clip, origin string) *Shared {
	player := Shared{URL: origin + c.Player, Width: c.Width, Height: c.Height}
	if player.Width == 0 || player.Height == 0 {
		player.Width, player.Height = 1280, 720
	}
	return &player
}

// clockTime is a length as players show it, "1:05".
func clockTime(d time.Duration) string {
	s := int64(d.Round(time.Second) / time.Second)
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
