package picture_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/blob"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/picture"
	"github.com/grandstand/grandstand/internal/revision"
)

// shelf is public media in memory; from breakAt on writing fails, from keepAt on removing.
type shelf struct {
	files   map[string][]byte
	puts    int
	breakAt int
	removed int
	keepAt  int
}

var errBroken = errors.New("the store is away")

func (s *shelf) PutPublic(_ context.Context, key string, content []byte, _ string) error {
	s.puts++
	if s.breakAt > 0 && s.puts >= s.breakAt {
		return errBroken
	}
	s.files[key] = content
	return nil
}

func (s *shelf) ReadPublic(_ context.Context, key string) ([]byte, error) {
	if content, ok := s.files[key]; ok {
		return content, nil
	}
	return nil, blob.ErrNotFound
}

func (s *shelf) ListPublic(_ context.Context, prefix string) ([]string, error) {
	keys := slices.Sorted(maps.Keys(s.files))
	return slices.DeleteFunc(keys, func(key string) bool { return !strings.HasPrefix(key, prefix) }), nil
}

func (s *shelf) RemovePublic(_ context.Context, key string) error {
	s.removed++
	if s.keepAt > 0 && s.removed >= s.keepAt {
		return errBroken
	}
	delete(s.files, key)
	return nil
}

// counter is a queue that only counts.
type counter struct{ asked []int64 }

func (c *counter) MakePictures(_ context.Context, _ bun.Tx, channelID int64) error {
	c.asked = append(c.asked, channelID)
	return nil
}

// house is two channels with their pictures.
type house struct {
	*picture.Service
	t        *testing.T
	db       *db.DB
	clock    *clock.Manual
	shelf    *shelf
	queue    *counter
	log      *bytes.Buffer
	channels [2]int64
}

func open(t *testing.T, d *db.DB, change ...func(*picture.Deps)) *house {
	t.Helper()
	h := &house{t: t, db: d, shelf: &shelf{files: map[string][]byte{}}, queue: &counter{}, log: &bytes.Buffer{}}
	now := clock.NewManual(time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC))
	h.clock = now
	deps := picture.Deps{
		DB: d, Revisions: revision.NewTracker(d.Read(), now, slog.New(slog.DiscardHandler)), Media: h.shelf, Queue: h.queue,
		Clock: now, Log: slog.New(slog.NewTextHandler(h.log, nil)),
	}
	for _, c := range change {
		c(&deps)
	}
	h.Service = picture.NewService(deps)
	for i, key := range []string{"one", "two"} {
		h.channels[i] = dbtest.Channel(t, d, key)
	}
	return h
}

// bring puts a picture into public media and wants it for the first channel.
func (h *house) bring(key string, content []byte) {
	h.t.Helper()
	h.shelf.files[key] = content
	if err := h.Want(h.t.Context(), h.channels[0], []string{key}); err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) make() {
	h.t.Helper()
	if err := h.Make(h.t.Context(), h.channels[0]); err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) gallery(n int) picture.Gallery {
	h.t.Helper()
	g, err := h.Gallery(h.t.Context(), h.channels[n])
	if err != nil {
		h.t.Fatal(err)
	}
	return g
}

// scene is a picture that compresses as photographs do: badly.
func scene(width, height int) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	noise := uint32(1)
	for y := range height {
		for x := range width {
			noise = noise*1664525 + 1013904223
			img.SetNRGBA(x, y, color.NRGBA{uint8(x * 255 / width), uint8(y * 255 / height), uint8(noise >> 25), 255})
		}
	}
	return img
}

func asJPEG(img image.Image) []byte {
	var out bytes.Buffer
	if err := jpeg.Encode(&out, img, &jpeg.Options{Quality: 95}); err != nil {
		panic(err)
	}
	return out.Bytes()
}

func asPNG(img image.Image) []byte {
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		panic(err)
	}
	return out.Bytes()
}

func TestAPictureIsMadeInTheWidthsOfScreens(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := open(t, d)
		original := asJPEG(scene(1300, 731))
		h.bring("one/abc.jpg", original)
		if len(h.gallery(0)) != 0 {
			t.Error("something is shown before it is made")
		}
		h.make()
		got := h.gallery(0)["one/abc.jpg"]
		if got.Width != 1300 || got.Height != 731 || !strings.HasPrefix(got.Placeholder, "data:image/gif;base64,") || len(got.Placeholder) > 200 {
			t.Errorf("made %+v", got)
		}
		if widths := slices.Sorted(maps.Keys(got.Widths)); !slices.Equal(widths, []int{280, 380, 560, 640, 760, 1280, 1300}) {
			t.Errorf("widths are %v", widths)
		}
		for width, key := range got.Widths {
			content := h.shelf.files[key]
			made, kind, err := image.DecodeConfig(bytes.NewReader(content))
			if err != nil || kind != "jpeg" || made.Width != width || made.Height != (731*width+650)/1300 || len(content) >= len(original) {
				t.Errorf("%s is %s, %d by %d, %d bytes: %v", key, kind, made.Width, made.Height, len(content), err)
			}
		}
	})
}

func TestMakingAgainChangesNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := open(t, d)
		content := asPNG(scene(400, 300))
		h.bring("one/abc.png", content)
		h.bring("one/abc.png", content)
		if len(h.queue.asked) != 1 {
			t.Errorf("asked %d times", len(h.queue.asked))
		}
		h.make()
		before, puts := h.gallery(0), h.shelf.puts
		h.bring("one/abc.png", content)
		h.make()
		if h.shelf.puts != puts || len(h.queue.asked) != 1 || len(h.gallery(0)) != len(before) {
			t.Errorf("wrote %d files more", h.shelf.puts-puts)
		}
	})
}

func TestWorkCutShortShowsNothingHalf(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := open(t, d)
		h.bring("one/abc.jpg", asJPEG(scene(800, 450)))
		h.shelf.breakAt = 3
		if err := h.Make(t.Context(), h.channels[0]); !errors.Is(err, errBroken) {
			t.Fatalf("error is %v", err)
		}
		if g := h.gallery(0); len(g) != 0 {
			t.Errorf("half a picture is shown: %v", g)
		}
		h.shelf.breakAt = 0
		h.make()
		if g := h.gallery(0); len(g["one/abc.jpg"].Widths) != 6 {
			t.Errorf("made %v", g)
		}
	})
}

func TestBadPicturesAreRefusedOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := open(t, d)
		whole := asJPEG(scene(800, 450))
		for key, content := range map[string][]byte{
			"one/bomb.png":  bomb(),
			"one/cut.jpg":   whole[:len(whole)/2],
			"one/empty.jpg": nil,
			"one/text.webp": []byte("this is no picture"),
			"one/good.jpg":  whole,
		} {
			h.bring(key, content)
		}
		h.make()
		if g := h.gallery(0); len(g) != 1 || len(g["one/good.jpg"].Widths) == 0 {
			t.Errorf("shown are %v", g)
		}
		for _, want := range []string{"60000 by 60000 pixels are too many", "key=one/cut.jpg", "key=one/empty.jpg", "key=one/text.webp"} {
			if !strings.Contains(h.log.String(), want) {
				t.Errorf("the log does not say %q:\n%s", want, h.log)
			}
		}
		h.log.Reset()
		h.make()
		if h.log.Len() > 0 {
			t.Errorf("tried again: %s", h.log)
		}
	})
}

// bomb is a PNG of a hundred bytes that claims to be 60,000 pixels square.
func bomb() []byte {
	content := asPNG(image.NewGray(image.Rect(0, 0, 1, 1)))
	copy(content[16:], []byte{0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60})
	binary.BigEndian.PutUint32(content[29:], crc32.ChecksumIEEE(content[12:29]))
	return content
}

func TestDrawingsAndAnimationsAreLeftAlone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := open(t, d)
		if err := h.Want(t.Context(), h.channels[0], []string{"one/a.svg", "one/b.gif", "one/c.mp4", ""}); err != nil {
			t.Fatal(err)
		}
		if len(h.queue.asked) != 0 {
			t.Error("something is to be made")
		}
	})
}

func TestChannelsHaveTheirOwnPictures(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := open(t, d)
		h.bring("one/abc.png", asPNG(scene(400, 300)))
		if err := h.Make(t.Context(), h.channels[1]); err != nil {
			t.Fatal(err)
		}
		if h.shelf.puts != 0 {
			t.Error("another channel's work was done")
		}
		h.make()
		if g := h.gallery(1); len(g) != 0 {
			t.Errorf("the other channel has %v", g)
		}
	})
}

func TestWantingBelongsToItsTransaction(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := open(t, d)
		err := d.InTx(t.Context(), func(ctx context.Context, _ bun.Tx) error {
			return errors.Join(h.Want(ctx, h.channels[0], []string{"one/abc.png"}), io.ErrUnexpectedEOF)
		})
		if !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Fatal(err)
		}
		h.make()
		if h.log.Len() > 0 {
			t.Errorf("what was taken back was wanted: %s", h.log)
		}
	})
}
