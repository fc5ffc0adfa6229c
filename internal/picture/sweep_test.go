package picture_test

import (
	"context"
	"errors"
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/blob"
	"github.com/grandstand/grandstand/internal/blob/blobtest"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/picture"
)

// say puts a text where a channel refers to pictures.
func (h *house) say(n int, content string) {
	h.t.Helper()
	if _, err := h.db.Write().NewRaw(`DELETE FROM pages WHERE channel_id = ?`, h.channels[n]).Exec(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
	_, err := h.db.Write().NewRaw(`INSERT INTO pages (channel_id, position, url, alt_name, name, content, updated_ms) VALUES (?, 0, '/p', 'p', '{}', ?, 0)`,
		h.channels[n], content).Exec(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) sweep() picture.Swept {
	h.t.Helper()
	swept, err := h.Sweep(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	return swept
}

// files are those of the first channel whose names contain part.
func (h *house) files(part string) (found []string) {
	for key := range h.shelf.files {
		if strings.Contains(key, part) {
			found = append(found, key)
		}
	}
	slices.Sort(found)
	return found
}

func TestUnusedPicturesLeaveAfterAWhile(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		h := open(t, d)
		h.bring("one/old.jpg", asJPEG(scene(400, 225)))
		h.bring("one/older.svg", []byte("<svg/>"))
		h.bring("one/shown.jpg", asJPEG(scene(400, 226)))
		h.bring("one/variant.jpg", asJPEG(scene(400, 227)))
		h.make()
		h.say(0, `{"en":"<img src=\"/media/public/one/shown.jpg\"><img src=\"/media/public/one/variant-280.jpg\"> one/old-fashioned.jpg"}`)
		if swept := h.sweep(); swept != (picture.Swept{}) {
			t.Errorf("at once %+v are removed", swept)
		}
		h.clock.Advance(picture.Grace - time.Minute)
		if swept := h.sweep(); swept != (picture.Swept{}) {
			t.Errorf("within the grace %+v are removed", swept)
		}
		h.clock.Advance(time.Minute)
		if swept := h.sweep(); swept.Pictures != 2 || swept.Files != 5 { // two originals, three variants
			t.Errorf("%+v are removed", swept)
		}
		if left := h.files("old"); len(left) != 0 {
			t.Errorf("left are %v", left)
		}
		if len(h.files("shown")) != 4 || len(h.files("variant")) != 4 || len(h.gallery(0)) != 2 {
			t.Errorf("of what is shown %v and %v are left", h.files("shown"), h.files("variant"))
		}
		if !strings.Contains(h.log.String(), "unused pictures removed") {
			t.Error("nobody is told")
		}
		if swept := h.sweep(); swept != (picture.Swept{}) {
			t.Errorf("the second time %+v are removed", swept)
		}
	})
}

// What is referred to again has its whole time again.
func TestAPictureThatIsUsedAgainStays(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		h := open(t, d)
		content := asJPEG(scene(400, 225))
		for _, key := range []string{"one/page.jpg", "one/row.jpg", "one/pack.jpg", "one/gone.jpg"} {
			h.bring(key, content)
		}
		h.make()
		h.sweep()
		h.clock.Advance(picture.Grace)
		h.say(0, `{"en":"one/page.jpg"}`)
		err := d.InTx(t.Context(), func(ctx context.Context, _ bun.Tx) error { return h.Use(ctx, h.channels[0], "one/row.jpg") })
		if err != nil {
			t.Fatal(err)
		}
		if err := h.Reserve(t.Context(), h.channels[0], []string{"one/pack.jpg"}); err != nil {
			t.Fatal(err)
		}
		if swept := h.sweep(); swept.Pictures != 1 || len(h.files("gone")) != 0 {
			t.Errorf("%+v are removed, left are %v", swept, h.files("one/"))
		}
		if err := h.Use(t.Context(), h.channels[0], "one/gone.jpg"); fault.KindOf(err) != fault.NotFound {
			t.Errorf("what has left may be used: %v", err)
		}
		h.say(0, `{}`)
		h.clock.Advance(picture.Grace - time.Minute)
		if swept := h.sweep(); swept.Pictures != 0 {
			t.Errorf("%+v are removed early", swept)
		}
		h.clock.Advance(picture.Grace)
		if swept := h.sweep(); swept.Pictures != 3 {
			t.Errorf("%+v are removed in the end", swept)
		}
	})
}

// A channel's words keep its own pictures only, and remove nobody else's.
func TestSweepingKnowsChannelsApart(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		h := open(t, d)
		h.bring("one/abc.jpg", asJPEG(scene(400, 225)))
		h.shelf.files["two/abc.jpg"], h.shelf.files["stills/1/1/1-320.jpg"] = []byte("x"), []byte("x")
		if err := h.Want(t.Context(), h.channels[1], []string{"two/abc.jpg", "one/foreign.svg"}); err != nil {
			t.Fatal(err)
		}
		h.shelf.files["one/foreign.svg"] = []byte("x")
		h.say(1, `{"en":"one/abc.jpg two/abc.jpg"}`)
		h.sweep()
		h.clock.Advance(picture.Grace)
		if swept := h.sweep(); swept.Pictures != 1 || len(h.files("one/abc")) != 0 {
			t.Errorf("%+v are removed; left are %v", swept, h.files(""))
		}
		if left := h.files(""); !slices.Equal(left, []string{"one/foreign.svg", "stills/1/1/1-320.jpg", "two/abc.jpg"}) {
			t.Errorf("left are %v", left)
		}
	})
}

// Two files of one content share their variants.
func TestATwinKeepsItsVariants(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		h := open(t, d)
		content := asJPEG(scene(400, 225))
		h.bring("one/abc.jpg", content)
		h.bring("one/abc.jpeg", content)
		h.bring("one/abcd.jpg", content) // no twin, only alike
		h.make()
		if err := h.Use(t.Context(), h.channels[0], "one/abc.jpeg"); err != nil {
			t.Fatal(err)
		}
		mark := `UPDATE pictures SET unused_since_ms = 0 WHERE media_key = 'one/abc.jpg'`
		if _, err := d.Write().ExecContext(t.Context(), mark); err != nil {
			t.Fatal(err)
		}
		h.sweep()
		if left := h.files("one/abc"); len(left) != 8 || slices.Contains(left, "one/abc.jpg") || !slices.Contains(left, "one/abc-280.jpg") {
			t.Errorf("left are %v", left)
		}
		h.clock.Advance(picture.Grace)
		h.sweep()
		if left := h.files("one/abc"); len(left) != 0 {
			t.Errorf("in the end %v are left", left)
		}
	})
}

// Killed after any file, the next call ends the work; meanwhile nobody is given the
// picture, and its bytes cannot come back half.
func TestSweepingThatIsCutShortGoesOn(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) { open(t, d).cutShort() })
}

// cutShort removes a picture of seven files, failing at each of them in turn.
func (h *house) cutShort() {
	t := h.t
	content := asJPEG(scene(800, 450))
	for at := 1; at <= 7; at++ {
		key := fmt.Sprintf("one/n%d.jpg", at)
		h.bring(key, content)
		h.make()
		h.sweep()
		h.clock.Advance(picture.Grace)
		h.shelf.removed, h.shelf.keepAt = 0, at
		if _, err := h.Sweep(t.Context()); !errors.Is(err, errBroken) {
			t.Fatalf("at %d: %v", at, err)
		}
		if err := h.Use(t.Context(), h.channels[0], key); fault.KindOf(err) != fault.NotFound {
			t.Errorf("at %d what leaves may be used: %v", at, err)
		}
		if err := h.Want(t.Context(), h.channels[0], []string{key}); fault.CodeOf(err) != "picture_leaving" {
			t.Errorf("at %d what leaves may be brought: %v", at, err)
		}
		h.shelf.keepAt = 0
		if swept := h.sweep(); swept.Pictures != 1 || len(h.files("n")) != 0 {
			t.Errorf("at %d %+v are removed, left are %v", at, swept, h.files("n"))
		}
		h.bring(key, content) // and now it may come again
		h.make()
		if len(h.files("n")) != 7 {
			t.Errorf("at %d it came back as %v", at, h.files("n"))
		}
		h.clock.Advance(2 * picture.Grace)
		h.sweep()
		h.clock.Advance(picture.Grace)
		h.sweep()
	}
}

// store is public media as the media service has it.
type store struct{ *blob.Store }

func (s store) PutPublic(ctx context.Context, key string, content []byte, contentType string) error {
	return s.WriteAll(ctx, "public/"+key, content, contentType)
}

func (s store) ReadPublic(ctx context.Context, key string) ([]byte, error) {
	return s.ReadAll(ctx, "public/"+key)
}

func (s store) RemovePublic(ctx context.Context, key string) error {
	return s.Delete(ctx, "public/"+key)
}

func (s store) ListPublic(ctx context.Context, prefix string) (keys []string, err error) {
	for found, err := range s.List(ctx, "public/"+prefix) {
		if err != nil {
			return nil, err
		}
		keys = append(keys, strings.TrimPrefix(found.Key, "public/"))
	}
	return keys, nil
}

func TestSweepingFoldersAndBuckets(t *testing.T) {
	for name, dsn := range map[string]string{"folder": t.TempDir(), "s3": blobtest.S3(t)} {
		t.Run(name, func(t *testing.T) {
			place, err := blob.Open(t.Context(), dsn)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = place.Close() })
			media := store{place}
			h := open(t, dbtest.SQLite(t), func(d *picture.Deps) { d.Media = media })
			for _, key := range []string{"one/gone.png", "one/stays.png"} {
				if err := media.PutPublic(t.Context(), key, asPNG(image.NewNRGBA(image.Rect(0, 0, 600, 300))), "image/png"); err != nil {
					t.Fatal(err)
				}
				if err := h.Want(t.Context(), h.channels[0], []string{key}); err != nil {
					t.Fatal(err)
				}
			}
			h.make()
			h.say(0, `{"en":"one/stays.png"}`)
			h.sweep()
			h.clock.Advance(picture.Grace)
			h.sweep()
			keys, err := media.ListPublic(t.Context(), "one/")
			if err != nil || len(keys) == 0 || slices.ContainsFunc(keys, func(key string) bool { return !strings.HasPrefix(key, "one/stays") }) {
				t.Errorf("left are %v, %v", keys, err)
			}
		})
	}
}

// Somebody begins to use a picture in the moment in which it would leave: either they are
// refused, or it is still there. With the condition on unused_since_ms in updateLeaving
// off, it is lost.
func TestUsingAndSweepingDoNotCross(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		h := open(t, d)
		const rounds = 20
		for n := range rounds {
			h.bring(fmt.Sprintf("one/r%d.svg", n), []byte("<svg/>"))
		}
		h.sweep()
		h.clock.Advance(picture.Grace)
		used := make(chan []string)
		go func() {
			var mine []string
			for n := range rounds {
				key := fmt.Sprintf("one/r%d.svg", n)
				err := d.InTx(context.WithoutCancel(t.Context()), func(ctx context.Context, tx bun.Tx) error {
					_, err := tx.NewRaw(`INSERT INTO menu_items (channel_id, position, type, title, url, image) VALUES (?, 0, 'url', '{}', '', ?)`,
						h.channels[0], key).Exec(ctx)
					return errors.Join(h.Use(ctx, h.channels[0], key), err)
				})
				if err == nil {
					mine = append(mine, key)
				} else if fault.KindOf(err) != fault.NotFound {
					t.Error(err)
				}
			}
			used <- mine
		}()
		swept := h.sweep()
		for _, key := range <-used {
			if h.shelf.files[key] == nil {
				t.Errorf("%s is shown and gone", key)
			}
		}
		t.Logf("%d of %d left", swept.Pictures, rounds)
	})
}
