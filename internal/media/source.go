package media

import (
	"context"
	"strconv"
)

// Source is what a signed address leads to: the stream of an event, a film or a cut; the
// others are 0.
type Source struct {
	StreamID StreamID
	FilmID   FilmID
	CutID    CutID
}

// String is the source's folder in addresses: "e<stream>", "f<film>" or "c<cut>".
func (s Source) String() string {
	switch {
	case s.CutID != 0:
		return "c" + strconv.FormatInt(int64(s.CutID), 10)
	case s.FilmID != 0:
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
	switch folder[0] {
	case 'f':
		source = Source{FilmID: FilmID(id)}
	case 'c':
		source = Source{CutID: CutID(id)}
	}
	return source, err == nil && id > 0 && source.String() == folder
}

// open returns the desk of a source that exists.
func (s *Service) open(ctx context.Context, source Source) (*desk, error) {
	switch {
	case source.CutID != 0:
		return s.cuts.Get(ctx, source.CutID)
	case source.FilmID != 0:
		return s.films.Get(ctx, source.FilmID)
	}
	return s.desk(ctx, source.StreamID)
}

// opens reports whether a grant was made out for a desk: an event's for its own stream,
// one of the library for exactly what it names, a cut's for that cut.
func (g Grant) opens(d *desk) bool {
	if d.channelID != g.ChannelID {
		return false
	}
	switch {
	case g.Sound:
		return d.id != 0 && d.eventID == g.EventID
	case g.VODID != 0:
		return d.source() == g.Source
	case g.CutID != 0:
		return d.source() == Source{CutID: g.CutID}
	}
	return d.eventID != 0 && d.eventID == g.EventID
}
