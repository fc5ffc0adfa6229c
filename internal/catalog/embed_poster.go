package catalog

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/uptrace/bun"
)

// ownPlayerPath is the path of the channel's own players, before the id of the event that a player shows.
const ownPlayerPath = "/watch_embed/"

// shownEvent is the event whose player the event shows in a frame, 0 for none and for another site's page.
func (e *Event) shownEvent() EventID {
	path, found := strings.CutPrefix(e.Embed, ownPlayerPath)
	if !found {
		return 0
	}
	id, err := strconv.ParseInt(path, 10, 64)
	if err != nil {
		return 0
	}
	return EventID(id)
}

// EmbedPoster is the poster of an event that shows a page in a frame: its own, else the poster of the
// event whose player it shows.
func (e *Event) EmbedPoster() Image {
	if poster := e.Poster(); poster.Key != "" {
		return poster
	}
	return e.shownPoster
}

// fillShownPosters reads the posters that EmbedPoster takes from other events. It asks the database only
// if an event needs one.
func fillShownPosters(ctx context.Context, from bun.IDB, channelID int64, events ...*Event) error {
	var shown []EventID
	for _, e := range events {
		if id := e.shownEvent(); id != 0 && e.Poster().Key == "" {
			shown = append(shown, id)
		}
	}
	if len(shown) == 0 {
		return nil
	}
	var rows []struct {
		ID    EventID
		Image string
	}
	err := from.NewRaw("SELECT id, image FROM events WHERE channel_id = ? AND id IN (?)", channelID, bun.List(shown)).Scan(ctx, &rows)
	if err != nil {
		return fmt.Errorf("read posters of embedded events: %w", err)
	}
	posters := make(map[EventID]Image, len(rows))
	for _, row := range rows {
		var image Image
		if err := json.Unmarshal([]byte(row.Image), &image); err != nil {
			return fmt.Errorf("decode the image of event %d: %w", row.ID, err)
		}
		posters[row.ID] = image.poster()
	}
	for _, e := range events {
		e.shownPoster = posters[e.shownEvent()]
	}
	return nil
}
