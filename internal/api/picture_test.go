package api

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"slices"
	"strings"
	"testing"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/picture"
	"github.com/grandstand/grandstand/internal/revision"
)

// darkroom is a queue and public media; every key has the same picture.
type darkroom struct{ photograph []byte }

func (darkroom) MakePictures(context.Context, bun.Tx, int64) error { return nil }

func (darkroom) PutPublic(context.Context, string, []byte, string) error { return nil }

func (darkroom) ListPublic(context.Context, string) ([]string, error) { return nil, nil }

func (darkroom) RemovePublic(context.Context, string) error { return nil }

func (d darkroom) ReadPublic(context.Context, string) ([]byte, error) { return d.photograph, nil }

func newDarkroom(t *testing.T) darkroom {
	t.Helper()
	photograph, noise := image.NewRGBA(image.Rect(0, 0, 400, 225)), uint32(1)
	for y := range 225 {
		for x := range 400 {
			noise = noise*1664525 + 1013904223
			photograph.Set(x, y, color.RGBA{uint8(x), uint8(y), uint8(noise >> 25), 255})
		}
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, photograph, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	return darkroom{out.Bytes()}
}

func TestPicturesAreToldOfAsSoonAsTheyAreMade(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		var pictures *picture.Service
		w := newWorld(t, d, func(deps *Deps) {
			room := newDarkroom(t)
			pictures = picture.NewService(picture.Deps{DB: d, Revisions: deps.Revisions, Media: room, Queue: room, Clock: deps.Clock, Log: deps.Log})
			deps.Pictures = pictures
		})
		s := w.season(home, "")
		w.brand(s)
		w.game(s, actor.ForSystem(s.channelID), "pictured", 0, func(e *catalog.Event) { e.Image.Key = "home/a.jpg" })
		told := func() (event EventDetailDTO, video VODItemDTO) {
			t.Helper()
			w.clock.Advance(2 * revision.MaxAge)
			key := w.visitor(home)
			w.do(call{path: fmt.Sprintf("/api/events/%d", s.events["pictured"]), key: key}).into(&event)
			var videos []VODItemDTO
			w.do(call{path: "/api/vod-media-items", key: key}).into(&videos)
			return event, videos[0]
		}
		if event, video := told(); event.ImageSrcset+event.ImagePlaceholder+video.Assets.PreviewSrcset != "" {
			t.Errorf("told of what is not made: %q, %q", event.ImageSrcset, video.Assets.PreviewSrcset)
		}
		keys := []string{"home/a.jpg", "v/1.webp", "v/wide.webp", "crests/lynx.webp", "crests/l.webp", "sports/hockey.webp", "brand/logo.png", "brand/card.png"}
		for _, err := range []error{pictures.Want(t.Context(), s.channelID, keys), pictures.Make(t.Context(), s.channelID)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		event, video := told()
		if want := "/media/public/home/a-280.jpg 280w, /media/public/home/a-380.jpg 380w, /media/public/home/a-400.jpg 400w"; event.ImageSrcset != want {
			t.Errorf("event has %q", event.ImageSrcset)
		}
		if !strings.HasPrefix(event.ImagePlaceholder, "data:image/gif;base64,") || event.ImagePlaceholder != video.Assets.ImagePlaceholder {
			t.Errorf("placeholders are %q and %q", event.ImagePlaceholder, video.Assets.ImagePlaceholder)
		}
		w.toldOfTheRest(s)
		if a := video.Assets; !strings.Contains(a.PreviewSrcset, "v/wide-280.jpg 280w") || a.ImageSrcset != "/media/public/v/1-640.webp 640w" ||
			a.PreviewPlaceholder != event.ImagePlaceholder {
			t.Errorf("video has %q and %q", a.PreviewSrcset, a.ImageSrcset)
		}
	})
}

// brand gives the channel a logo and a picture for cards.
func (w *world) brand(s *season) {
	w.t.Helper()
	c, err := w.sites.FindByID(w.t.Context(), channel.ID(s.channelID))
	if err != nil {
		w.t.Fatal(err)
	}
	changed := *c
	changed.Settings.Logo, changed.Settings.SocialImage = "brand/logo.png", "brand/card.png"
	if err := w.sites.Update(w.t.Context(), actor.ForSystem(s.channelID), changed); err != nil {
		w.t.Fatal(err)
	}
}

// toldOfTheRest asks for what refers to pictures besides events and videos.
func (w *world) toldOfTheRest(s *season) {
	t := w.t
	t.Helper()
	var boot BootstrapDTO
	w.do(call{path: "/api/channel-bootstrap-data"}).into(&boot)
	var participants []ParticipantDTO
	w.do(call{path: "/api/participants?no_limit=true"}).into(&participants)
	var event EventDetailDTO
	w.do(call{path: fmt.Sprintf("/api/events/%d", s.events["live"]), key: w.visitor(home)}).into(&event)
	branded := boot.Settings.Channel
	if branded.LogoWidth != 400 || branded.LogoHeight != 225 {
		t.Errorf("the logo is %d by %d", branded.LogoWidth, branded.LogoHeight)
	}
	lynx := slices.IndexFunc(participants, func(p ParticipantDTO) bool { return p.Alias == "lynx" })
	sport := slices.IndexFunc(boot.Categories[0].Children, func(c CategoryDTO) bool { return c.Alias == "hockey" })
	hockey, school := boot.Categories[0].Children[sport], boot.Groups[0]
	for name, srcset := range map[string]string{
		"brand/logo": branded.LogoSrcset, "brand/card": branded.SocialImageSrcset, "sports/hockey": hockey.ImageSrcset, "crests/l": school.ImageSrcset,
		"crests/lynx": participants[lynx].ImageSrcset,
	} {
		if !strings.HasPrefix(srcset, "/media/public/"+name+"-280.") {
			t.Errorf("of %s there is %q", name, srcset)
		}
	}
	for _, placeholder := range []string{hockey.ImagePlaceholder, school.ImagePlaceholder, participants[lynx].ImagePlaceholder} {
		if !strings.HasPrefix(placeholder, "data:image/gif;base64,") {
			t.Errorf("a placeholder is %q", placeholder)
		}
	}
	if !slices.ContainsFunc(event.Participants, func(p *PlayerDTO) bool { return p.ImageSrcset == participants[lynx].ImageSrcset }) {
		t.Errorf("the event's players are %+v", event.Participants)
	}
}
