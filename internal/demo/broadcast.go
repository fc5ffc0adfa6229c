package demo

import (
	"fmt"
	"io/fs"

	"github.com/grandstand/grandstand/demo/kit"
	"github.com/grandstand/grandstand/demo/packs"
)

// Broadcast is a game that the demo keeps live: a video that can be played in a loop,
// and its score.
type Broadcast struct {
	Files    fs.FS
	Video    string
	Timeline string
}

// Broadcasts are the demo channel's, then those of the examples in their order.
func Broadcasts() ([]Broadcast, error) {
	c, err := kit.Load(kit.Files())
	if err != nil {
		return nil, fmt.Errorf("read the demo kit: %w", err)
	}
	all := []Broadcast{{Files: kit.Files(), Video: c.Media.Live.File, Timeline: c.Media.Live.Timeline}}
	for _, scene := range packs.Scenes() {
		all = append(all, Broadcast{Files: packs.Files(), Video: scene.Live.Video, Timeline: scene.Live.Timeline})
	}
	return all, nil
}

func (b Broadcast) marks() ([]kit.Mark, error) {
	return kit.LoadTimeline(b.Files, kit.Clip{Timeline: b.Timeline})
}
