package media

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media/progressive"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// Bounds of what is laid out as one file.
const (
	layoutKept   = time.Hour
	layoutWeight = 128 << 20 // bytes: of two hours, about 4 million
	// recordingReadTimeout is enough for a long recording in remote storage: two small requests for each second of it.
	recordingReadTimeout = 2 * time.Minute
	// recordingReadParallelism is how many segments are read at a time. Most of the time of a read is waiting.
	recordingReadParallelism = 16
)

// layoutKey names a layout: of what, and how much there was of it. A stream that was
// taken up again after its end has another.
type layoutKey struct {
	source   Source
	segments int
	end      int64 // in Ticks
}

// layoutOf is the key of what a desk has finished.
func layoutOf(d *desk, s *segment.Snapshot) layoutKey {
	key := layoutKey{source: d.source(), segments: len(s.Segments)}
	if key.segments > 0 {
		key.end = s.Segments[key.segments-1].Pieces[segment.Video].End()
	}
	return key
}

func (s *Service) newLayoutCache() *cache.TTL[layoutKey, *progressive.Layout] {
	return cache.NewTTL(cache.TTLOptions[layoutKey, *progressive.Layout]{
		Load: s.loadLayout, LoadTimeout: recordingReadTimeout, TTL: cache.FixedTTL[*progressive.Layout](layoutKept),
		MaxWeight: layoutWeight, Weigh: (*progressive.Layout).Weight, Clock: s.Clock,
	})
}

func (s *Service) loadLayout(ctx context.Context, key layoutKey) (*progressive.Layout, error) {
	d, err := s.open(ctx, key.source)
	if err != nil {
		return nil, err
	}
	snapshot := d.index.Load()
	if layoutOf(d, snapshot) != key { // the stream was continued after key was made
		return nil, errNotReady()
	}
	began := time.Now()
	layout, err := progressive.Build(ctx, snapshot, shelves{store: s.Blob, folder: d.folder}, recordingReadParallelism)
	if errors.Is(err, progressive.ErrEmpty) {
		return nil, errNothingRecorded()
	}
	if err != nil {
		return nil, fmt.Errorf("lay out %s: %w", key.source, err)
	}
	s.Metrics.Layouts.UpdateDuration(began)
	return layout, nil
}

func errNothingRecorded() error {
	return fault.NotFoundf("recording", "There is no recording yet.")
}

// codeNotReady is of a recording that may still grow.
const codeNotReady = "recording_not_ready"

// layout returns the one file that a stream, film or cut makes. Conflict while more of
// it may come.
func (s *Service) layout(ctx context.Context, d *desk) (*progressive.Layout, error) {
	snapshot := d.index.Load()
	switch {
	case snapshot.State != segment.Ended:
		return nil, errNotReady()
	case len(snapshot.Segments) == 0:
		return nil, errNothingRecorded()
	}
	return s.layouts.Get(ctx, layoutOf(d, snapshot))
}

func errNotReady() error {
	return fault.New(fault.Conflict, codeNotReady, "The recording is not complete yet.")
}

// Download is the signed address of one file that a browser keeps.
type Download struct {
	URL       string // a path on the media host
	FileName  string
	Size      int64 // bytes
	ExpiresAt time.Time
}

// SignDownload signs the address at which a visitor's session may load the whole of an
// event's recording or of a cut, in one file that is offered under a name (see FileName).
// NotFound for what is not there or belongs to another channel, Conflict
// "recording_not_ready" while more of it may come.
func (s *Service) SignDownload(ctx context.Context, g Grant, source Source, name string) (Download, error) {
	d, err := s.open(ctx, source)
	if err != nil {
		return Download{}, err
	}
	if source.file() == "" || !g.opens(d) {
		return Download{}, errNothingRecorded()
	}
	layout, err := s.layout(ctx, d)
	if err != nil {
		return Download{}, err
	}
	g.Download = true
	if g.ExpiresAt.IsZero() {
		g.ExpiresAt = s.expiry()
	}
	name = FileName(name)
	return Download{
		URL: "/media/" + s.Keys.Sign(g) + "/" + source.String() + "/" + source.file() + "?" +
			url.Values{nameParameter: {name}}.Encode(),
		FileName: name, Size: layout.Size(), ExpiresAt: g.ExpiresAt,
	}, nil
}

// file is what the whole of a source is called in addresses, "" for what is not
// downloaded.
func (s Source) file() string {
	switch {
	case s.CutID != 0:
		return "clip.mp4"
	case s.StreamID != 0:
		return "event.mp4"
	}
	return ""
}
