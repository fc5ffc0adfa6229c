package media

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"strings"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// posterWidth is the width of a cut's poster, in pixels.
const posterWidth = 640

// drawPoster draws a cut's first picture as soon as it is there, while the rest is still
// being stored. A cut without a poster is still a cut: then it returns nothing.
func (s *Service) drawPoster(ctx context.Context, id CutID, folder string, index *segment.Index) []byte {
	if s.FFmpeg == nil {
		return nil
	}
	snapshot, err := index.Wait(ctx, func(s *segment.Snapshot) bool { return s.Open != nil || len(s.Segments) > 0 })
	if err != nil {
		return nil
	}
	var picture []byte
	if hot := snapshot.Hot(0); hot != nil {
		picture = slices.Concat(hot.Run.Init(segment.Video), hot.Chunk(segment.Video, 0))
	} else {
		g := snapshot.Segments[0]
		media, err := s.Blob.ReadAll(ctx, segment.SegmentName(segment.Video, g.Run, g.Sequence).Key(folder))
		if err != nil {
			s.Log.WarnContext(ctx, "no poster", "cut_id", id, "error", err)
			return nil
		}
		picture = slices.Concat(snapshot.Run(g.Run).Init(segment.Video), media)
	}
	stills, err := s.FFmpeg.Stills(ctx, picture, []int{posterWidth})
	if err != nil {
		if ctx.Err() == nil {
			s.Log.WarnContext(ctx, "no poster", "cut_id", id, "error", err)
		}
		return nil
	}
	return stills[0].JPEG
}

// keepPoster stores a poster and returns its key, both under a name that nobody can guess.
func (s *Service) keepPoster(ctx context.Context, row *cutRow, jpeg []byte) (string, error) {
	if len(jpeg) == 0 {
		return "", ctx.Err()
	}
	image := fmt.Sprintf("%s%d/%d-%s.jpg", posterPrefix, row.ChannelID, row.ID, strings.ToLower(rand.Text()))
	return image, s.Blob.WriteAll(ctx, publicPrefix+image, jpeg, "image/jpeg")
}
