package media

import (
	"context"
	"strconv"
	"strings"
)

// Source is what a signed address leads to: the stream of an event or a film; the
// other is 0.
type Source struct {
	StreamID StreamID
	FilmID   FilmID
}

// String is the source's folder in addresses: "e<stream>" or "f<film>".
func (s Source) String() string {
	if s.FilmID != 0 {
		return "f" + strconv.FormatInt(int64(s.FilmID), 10)
	}
	return "e" + strconv.FormatInt(int64(s.StreamID), 10)
}

// parseSource reads a folder in its one spelling.
func parseSource(folder string) (Source, bool) {
	if folder == "" {
		return Source{}, false
	}
	id, err := strconv.ParseInt(folder[1:], 10, 64)
	source := Source{StreamID: StreamID(id)}
	if strings.HasPrefix(folder, "f") {
		source = Source{FilmID: FilmID(id)}
	}
	return source, err == nil && id > 0 && source.String() == folder
}

// open returns the desk of a source that exists.
func (s *Service) open(ctx context.Context, source Source) (*desk, error) {
	if source.FilmID != 0 {
		return s.films.Get(ctx, source.FilmID)
	}
	return s.desk(ctx, source.StreamID)
}

// opens reports whether a grant was made out for a desk: an event's for its own stream,
// one of the library for exactly what it names.
func (g Grant) opens(d *desk) bool {
	if d.channelID != g.ChannelID {
		return false
	}
	if g.VODID != 0 {
		return d.source() == g.Source
	}
	return d.eventID != 0 && d.eventID == g.EventID
}
