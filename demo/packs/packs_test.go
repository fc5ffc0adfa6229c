package packs_test

import (
	"bytes"
	"io/fs"
	"path"
	"testing"

	"github.com/grandstand/grandstand/demo/packs"
)

// What all videos may weigh together: they live in the repository.
const videoBudget = 6 << 20

func TestVideosAreSmallAndBeginWithTheirIndex(t *testing.T) {
	total, files := 0, 0
	err := fs.WalkDir(packs.Files(), ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".mp4" {
			return err
		}
		content, err := fs.ReadFile(packs.Files(), name)
		if err != nil {
			return err
		}
		if moov, mdat := bytes.Index(content, []byte("moov")), bytes.Index(content, []byte("mdat")); moov < 0 || moov > mdat {
			t.Errorf("%s does not begin with its index", name)
		}
		total, files = total+len(content), files+1
		return nil
	})
	if err != nil || files < 6 || total > videoBudget {
		t.Errorf("%d videos of %d bytes, %v", files, total, err)
	}
}

func TestScenesNameFilesThatAreThere(t *testing.T) {
	for _, s := range packs.Scenes() {
		if _, err := packs.Pack(s.Channel); err != nil {
			t.Error(err)
		}
		for _, name := range []string{s.Live.Picture, s.Live.Video, s.Live.Timeline, s.Recording.Video} {
			if _, err := fs.Stat(packs.Files(), name); err != nil {
				t.Errorf("%s: %v", s.Channel, err)
			}
		}
	}
}
