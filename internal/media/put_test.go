package media

import (
	"errors"
	"slices"
	"testing"

	"github.com/grandstand/grandstand/internal/blob"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

func TestPublicMediaComeAndGo(t *testing.T) {
	d := dbtest.SQLite(t)
	folder := newVenue(t, d)
	for name, s := range map[string]*Service{"folder": folder.Service, "s3": {Deps: Deps{Blob: s3Store(t)}}} {
		ctx := t.Context()
		for _, key := range []string{"one/a.jpg", "one/a-280.jpg", "two/a.jpg"} {
			if err := s.PutPublic(ctx, key, []byte(key), "image/jpeg"); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if err := s.PutPublic(ctx, "one/run.exe", nil, "image/jpeg"); fault.CodeOf(err) != "unsupported_media" {
			t.Errorf("%s: a program is published: %v", name, err)
		}
		if keys, err := s.ListPublic(ctx, "one/"); err != nil || !slices.Equal(keys, []string{"one/a-280.jpg", "one/a.jpg"}) {
			t.Errorf("%s: there are %v, %v", name, keys, err)
		}
		for range 2 { // gone already is no error
			if err := s.RemovePublic(ctx, "one/a.jpg"); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, err := s.ReadPublic(ctx, "one/a.jpg"); !errors.Is(err, blob.ErrNotFound) {
			t.Errorf("%s: what was removed is %v", name, err)
		}
		if content, err := s.ReadPublic(ctx, "two/a.jpg"); err != nil || string(content) != "two/a.jpg" {
			t.Errorf("%s: %q, %v", name, content, err)
		}
	}
}
