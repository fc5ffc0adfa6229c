package media

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/media/segment"
	"github.com/grandstand/grandstand/internal/media/transcode"
)

// publicPrefix is where everything lies that anybody may see, in the media store.
// A key of public media is what follows it, also in addresses.
const publicPrefix = "public/"

// stillPrefix is the folder of stills. Each still has its own random secret in its key. Viewers who may watch the game are told the key;
// the key of a later still cannot be made of it.
const stillPrefix = "stills/"

// stillsKept is how many pictures of an event stay, so that a page that was made a
// moment ago still finds its own.
const stillsKept = 3

// takeStill makes the newest key frame in memory the event's picture. That it may
// fail disturbs nothing.
func (s *Service) takeStill(ctx context.Context, d *desk) {
	snapshot := d.index.Load()
	if s.FFmpeg == nil || len(snapshot.Recent) == 0 {
		return
	}
	hot := snapshot.Recent[len(snapshot.Recent)-1]
	s.still(ctx, d, slices.Concat(hot.Run.Init(segment.Video), hot.Chunk(segment.Video, 0)))
}

func (s *Service) still(ctx context.Context, d *desk, picture []byte) {
	outcome := "made"
	if err := s.makeStill(ctx, d, picture); err != nil {
		outcome = "failed"
		if ctx.Err() == nil {
			s.Log.WarnContext(ctx, "no still", "stream_id", d.id, "error", err)
		}
	}
	s.Metrics.Stills(outcome).Inc()
}

// stillWidths are the widths of a picture, in pixels, the widest first.
func stillWidths() []int { return []int{1280, 640, 320} }

func (s *Service) makeStill(ctx context.Context, d *desk, picture []byte) error {
	stills, err := s.FFmpeg.Stills(ctx, picture, stillWidths())
	if err != nil {
		return err
	}
	now, secret := clock.Millis(s.Clock.Now()), strings.ToLower(rand.Text())
	keys := make([]string, len(stills))
	for i, still := range stills {
		keys[i] = fmt.Sprintf("%s%d/%d/%d-%s-%d.jpg", stillPrefix, d.channelID, d.eventID, now, secret, stillWidths()[i])
		if err := s.Blob.WriteAll(ctx, publicPrefix+keys[i], still.JPEG, "image/jpeg"); err != nil {
			return err
		}
	}
	var gone []string
	err = s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := s.store.addStills(ctx, tx, d, keys, stills, now); err != nil {
			return err
		}
		var err error
		if gone, err = s.store.dropStills(ctx, tx, d, int64(stillsKept*len(keys))); err != nil {
			return err
		}
		widths := map[int]string{}
		for i := range stills[1:] {
			widths[stills[i+1].Width] = keys[i+1]
		}
		return s.Events.SetImage(ctx, tx, d.channelID, d.eventID, keys[0], widths)
	})
	if err != nil {
		return err
	}
	for _, key := range gone {
		if err := s.Blob.Delete(ctx, publicPrefix+key); err != nil {
			return err
		}
	}
	return nil
}

func (s store) addStills(ctx context.Context, tx bun.Tx, d *desk, keys []string, stills []transcode.Still, now int64) error {
	for i, still := range stills {
		_, err := tx.NewRaw(`INSERT INTO assets (channel_id, event_id, stream_id, kind, media_key, width, height, created_ms)
			VALUES (?, ?, ?, 'still', ?, ?, ?, ?)`, d.channelID, d.eventID, int64(d.id), keys[i], still.Width, still.Height, now).Exec(ctx)
		if err != nil {
			return fmt.Errorf("add a still: %w", err)
		}
	}
	return nil
}

// dropStills forgets all but the newest stills of an event and returns their keys.
func (s store) dropStills(ctx context.Context, tx bun.Tx, d *desk, keep int64) ([]string, error) {
	newest := tx.NewSelect().Table("assets").Column("id").
		Where("channel_id = ? AND event_id = ? AND kind = 'still'", d.channelID, d.eventID).Order("id DESC").Limit(keep)
	var keys []string
	err := tx.NewDelete().Table("assets").
		Where("channel_id = ? AND event_id = ? AND kind = 'still'", d.channelID, d.eventID).
		Where("id NOT IN (?)", newest).Returning("media_key").Scan(ctx, &keys)
	if err != nil {
		return nil, fmt.Errorf("forget stills: %w", err)
	}
	return keys, nil
}

// showsStill reports whether a key of public media may be served at the place that a request
// comes from: a picture of a game only where the game may be watched, the poster of a cut only while the
// cut is shown there.
func (h *Handler) showsStill(r *http.Request, key string) (bool, error) {
	rest, ok := strings.CutPrefix(key, stillPrefix)
	if !ok {
		return true, nil
	}
	v, ok := stillOf(rest)
	if !ok {
		return false, nil
	}
	v.Place = h.Locate(r)
	return h.service.doorman.answers.Get(r.Context(), v)
}

// stillOf reads what a key below stillPrefix is a picture of: <channel>/<event>/<name>, or cuts/<channel>/<cut>-<name>
// for a poster.
func stillOf(key string) (Viewer, bool) {
	parts := strings.Split(key, "/")
	if len(parts) != 3 {
		return Viewer{}, false
	}
	channel, of, poster := parts[0], parts[1], stillPrefix+parts[0]+"/" == posterPrefix
	if poster {
		channel = parts[1]
		of, _, _ = strings.Cut(parts[2], "-")
	}
	channelID, notChannel := strconv.ParseInt(channel, 10, 64)
	id, notID := strconv.ParseInt(of, 10, 64)
	if notChannel != nil || notID != nil {
		return Viewer{}, false
	}
	if poster {
		return Viewer{ChannelID: channelID, CutID: CutID(id), Still: true}, true
	}
	return Viewer{ChannelID: channelID, EventID: id, Still: true}, true
}
