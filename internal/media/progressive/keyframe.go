package progressive

import (
	"context"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// KeyFrame is the place of a key frame in a stored segment of pictures: the tables of its part and the
// frame itself. Behind the initialisation of its run it decodes by itself.
type KeyFrame struct {
	Segment int   // its place in the snapshot
	Start   int64 // when it is decoded, on the stream's timeline in Ticks
	Offset  int64 // in the segment, in bytes
	Length  int64 // in bytes
}

// KeyFrames reads the tables of the pictures of all finished segments, several at a time, and finds
// the key frames at the beginning of parts. Of the pictures themselves nothing is read.
func KeyFrames(ctx context.Context, s *segment.Snapshot, store Store, parallel int) ([]KeyFrame, error) {
	var all []KeyFrame
	for from := 0; from < len(s.Segments); from += batch {
		found, err := scan(ctx, store, s.Segments[from:min(from+batch, len(s.Segments))], parallel, segment.Video)
		if err != nil {
			return nil, err
		}
		for i, renditions := range found {
			for _, f := range renditions[segment.Video] {
				if first := f.samples[0]; first.key {
					all = append(all, KeyFrame{
						Segment: from + i, Start: f.start, Offset: f.tables, Length: f.offset + int64(first.size) - f.tables,
					})
				}
			}
		}
	}
	return all, nil
}
