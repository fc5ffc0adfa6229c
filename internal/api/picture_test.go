package api

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"strings"
	"testing"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
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
		keys := []string{"home/a.jpg", "v/1.webp", "v/wide.webp"}
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
		if a := video.Assets; !strings.Contains(a.PreviewSrcset, "v/wide-280.jpg 280w") || a.ImageSrcset != "/media/public/v/1-640.webp 640w" {
			t.Errorf("video has %q and %q", a.PreviewSrcset, a.ImageSrcset)
		}
	})
}
