package media

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"sync"

	"github.com/grandstand/grandstand/internal/media/playlist"
	"github.com/grandstand/grandstand/internal/media/segment"
	"github.com/grandstand/grandstand/internal/media/transcode"
)

// How far a rung may be behind its stream, in segments.
const (
	// rungSkips is how many may wait to be made before the newest is made next.
	rungSkips = 3
	// rungLatest is how old one may be that is still added: what is later than that may
	// have been listed as a gap, on this node or on another one.
	rungLatest = 4
	// rungDecided is from where on a segment that a rung does not have is a gap.
	rungDecided = 6
)

// ladders is what a node does to offer live streams in smaller sizes.
type ladders struct {
	places chan struct{} // as many as there may be streams at once
	over   chan struct{} // closed when the service comes to its end
	end    sync.Once
	work   sync.WaitGroup
}

func newLadders(streams int) *ladders {
	return &ladders{places: make(chan struct{}, streams), over: make(chan struct{})}
}

// close ends the making of rungs wherever it is.
func (l *ladders) close() {
	l.end.Do(func() { close(l.over) })
	l.work.Wait()
}

// rungFolder is where a stream's rung is in the media store: below the stream, so that it goes
// with it.
func rungFolder(folder string, name int) string { return folder + "/" + strconv.Itoa(name) }

// newRung is a rung of a stream's desk.
func (d *desk) newRung(name int, index *segment.Index) rung {
	return rung{name, &desk{id: d.id, channelID: d.channelID, eventID: d.eventID, folder: rungFolder(d.folder, name), index: index}}
}

// smaller are the sizes below the largest of a film or stream, the largest first.
func (d *desk) smaller() []rung {
	if live := d.live.Load(); live != nil {
		return *live
	}
	return d.rungs
}

// addRung adds a size to a stream's.
func (d *desk) addRung(r rung) {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := append(slices.Clone(d.smaller()), r)
	slices.SortFunc(all, func(a, b rung) int { return cmp.Compare(b.name, a.name) })
	d.live.Store(&all)
}

// findRung returns a stream's rung by name, or nil.
func (d *desk) findRung(name int) *rung {
	for _, r := range d.smaller() {
		if r.name == name {
			return &r
		}
	}
	return nil
}

// ladder is the live rungs as playlists have them.
func (d *desk) liveLadder() []playlist.Rung {
	live := d.live.Load()
	if live == nil {
		return nil
	}
	rungs := make([]playlist.Rung, len(*live))
	for i, r := range *live {
		rungs[i] = playlist.Rung{Name: r.name, Snapshot: r.desk.index.Load()}
	}
	return rungs
}

// decide makes gaps in all rungs of what they will not have any more: of a stream that has
// ended, whatever is missing.
func (d *desk) decide() {
	live := d.live.Load()
	if live == nil {
		return
	}
	source := d.index.Load()
	for _, r := range *live {
		r.desk.index.Decide(source, rungsUpTo(source))
	}
}

// rungsUpTo is before which segment everything that a rung does not have is a gap.
func rungsUpTo(source *segment.Snapshot) int64 {
	if source.State == segment.Ended {
		return int64(len(source.Segments))
	}
	return int64(len(source.Segments) - rungDecided)
}

// setState says what the stream is doing, and so its rungs.
func (d *desk) setState(state segment.State) {
	d.index.SetState(state)
	d.decide()
}

// climb makes the rungs of one stream while a session sends it: segment after segment, from
// what is recorded. Nothing that goes wrong here is felt by the encoder or by who watches the
// stream itself.
type climb struct {
	service *Service
	desk    *desk
	wanted  []int // sizes, by their shorter side in pixels
	placed  bool  // it has one of the node's places
	next    int64 // sequence number of the segment to be made
}

// climb begins to make rungs for a session, if its channel wants any, and goes on until
// what the session sent is made.
func (s *Service) climb(ctx context.Context, p *session) {
	select {
	case <-s.ladders.over:
		return
	default:
	}
	from := int64(p.before)
	s.ladders.work.Go(func() {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		s.ladders.work.Go(func() {
			select {
			case <-s.ladders.over:
				cancel()
			case <-ctx.Done():
			}
		})
		p.desk.climbing.Lock() // who sent before may not be done
		defer p.desk.climbing.Unlock()
		c := &climb{service: s, desk: p.desk, wanted: s.wantedSizes(ctx, p.desk.channelID), next: from}
		if len(c.wanted) > 0 || len(p.desk.smaller()) > 0 {
			c.run(ctx, p.done)
		}
	})
}

// wantedSizes are those in which a channel wants its live streams.
func (s *Service) wantedSizes(ctx context.Context, channelID int64) []int {
	if s.LiveSizes == nil || s.FFmpeg == nil {
		return nil
	}
	wanted, err := s.LiveSizes(ctx, channelID)
	if err != nil {
		s.Log.WarnContext(ctx, "live sizes are not known", "channel_id", channelID, "error", err)
	}
	return wanted
}

// run follows the stream until the session is done and nothing of it is left to be made.
func (c *climb) run(ctx context.Context, done <-chan struct{}) {
	defer c.leave()
	watch, stop := context.WithCancel(ctx)
	defer stop()
	c.service.ladders.work.Go(func() {
		select {
		case <-done:
			stop()
		case <-watch.Done():
		}
	})
	for {
		source, err := c.desk.index.Wait(watch, func(s *segment.Snapshot) bool { return int64(len(s.Segments)) > c.next })
		if ctx.Err() != nil || err != nil && int64(len(source.Segments)) <= c.next {
			break
		}
		c.step(ctx, source)
	}
	c.service.recorded.Invalidate(c.desk.id) // what was read of a stream that ended meanwhile lacks the last
}

// step makes the next segment, or the newest when too many wait.
func (c *climb) step(ctx context.Context, source *segment.Snapshot) {
	if newest := int64(len(source.Segments)) - 1; newest-c.next >= rungSkips {
		c.service.Metrics.LiveRungs("skipped").AddInt64(newest - c.next)
		c.next = newest
	}
	if sizes, pace := c.sizes(source, c.next); len(sizes) > 0 && c.place() {
		err := c.build(ctx, source, c.next, sizes, pace)
		outcome := "made"
		switch {
		case ctx.Err() != nil:
			return
		case errors.Is(err, errLate):
			outcome = "late"
		case err != nil:
			outcome = "failed"
			c.service.Log.LogAttrs(ctx, slog.LevelWarn, "a segment is not there in smaller sizes",
				slog.Int64("stream_id", int64(c.desk.id)), slog.Int64("sequence", c.next), slog.Any("error", err))
		}
		c.service.Metrics.LiveRungs(outcome).Inc()
	}
	c.next++
	c.desk.decide()
}

// place takes one of the node's places, or finds all taken.
func (c *climb) place() bool {
	if c.placed {
		return true
	}
	select {
	case c.service.ladders.places <- struct{}{}:
		c.placed = true
	default:
	}
	return c.placed
}

func (c *climb) leave() {
	if c.placed {
		<-c.service.ladders.places
	}
}

// Why a segment is not there in smaller sizes, beside what ffmpeg and stores say.
var (
	errDependent = errors.New("the segment does not begin with a key frame")
	errLate      = errors.New("it came too late")
)

// sizes are those in which a segment is wanted, and how long its pictures last.
func (c *climb) sizes(source *segment.Snapshot, sequence int64) ([]transcode.Rung, int64) {
	g := source.Segments[sequence]
	run := source.Run(g.Run)
	pace := c.pace(run, g)
	video := g.Pieces[segment.Video]
	own := transcode.Rung{Width: run.Video.Width, Height: run.Video.Height, Rate: int(video.Size * 8 * segment.Ticks / max(video.Duration, 1) / 1000)}
	return transcode.LiveLadder(own, pace, c.wanted), pace
}

// build makes one segment in sizes below its own.
func (c *climb) build(ctx context.Context, source *segment.Snapshot, sequence int64, sizes []transcode.Rung, pace int64) error {
	g := source.Segments[sequence]
	run := source.Run(g.Run)
	if !g.Independent {
		return errDependent
	}
	content, err := c.content(ctx, source, g)
	if err != nil {
		return err
	}
	elder, err := segment.ReadPictures(run, content)
	if err != nil {
		return err
	}
	made, err := c.service.FFmpeg.Resize(ctx, transcode.LiveSegment{
		FMP4: slices.Concat(run.Init(segment.Video), content), SPS: run.Video.SPS, Pictures: len(elder), Pace: pace,
	}, sizes)
	if err != nil {
		return err
	}
	for i, size := range sizes {
		failed := c.keep(ctx, run, size.Name, sequence, elder, made[i])
		if errors.Is(failed, errLate) {
			return errLate
		}
		err = errors.Join(err, failed)
	}
	return err
}

// pace is that of the run: as its rungs declare it already, or its encoder, or as counted.
func (c *climb) pace(run *segment.Run, g segment.Segment) int64 {
	for _, r := range c.desk.smaller() {
		if known := r.desk.index.Load().Run(run.Number); known != nil && known.Video.FrameRate > 0 {
			return transcode.Pace(known.Video.FrameRate, false)
		}
	}
	if run.Video.FrameRate > 0 {
		return transcode.Pace(run.Video.FrameRate, false)
	}
	return transcode.Pace(float64(g.Frames)*segment.Ticks/float64(max(g.Pieces[segment.Video].Duration, 1)), true)
}

// content is a segment's video, from memory or from the store.
func (c *climb) content(ctx context.Context, source *segment.Snapshot, g segment.Segment) ([]byte, error) {
	if hot := source.Hot(g.Sequence); hot != nil {
		return hot.Whole(segment.Video), nil
	}
	ctx, cancel := context.WithTimeout(ctx, rungStoreTimeout)
	defer cancel()
	return c.service.Blob.ReadAll(ctx, segment.SegmentName(segment.Video, g.Run, g.Sequence).Key(c.desk.folder))
}

// keep stores a segment of a rung and publishes it: the file before its line in the journal,
// and that before anybody is told.
func (c *climb) keep(ctx context.Context, run *segment.Run, name int, sequence int64, elder []segment.Picture, pictures [][][]byte) error {
	r := c.desk.findRung(name)
	if r == nil {
		added := c.desk.newRung(name, segment.NewRung())
		c.desk.addRung(added)
		r = &added
	}
	ctx, cancel := context.WithTimeout(ctx, rungStoreTimeout)
	defer cancel()
	journal := rungJournal{c.service.store, c.desk.channelID, c.desk.id, name}
	small := r.desk.index.Load().Run(run.Number)
	if small == nil || !small.Seen() {
		var err error
		if small, err = run.InSize(pictures[0]); err != nil {
			return err
		}
		if err := journal.beginRun(ctx, small); err != nil {
			return err
		}
	}
	body, err := segment.Resized(small, sequence, elder, pictures)
	if err != nil {
		return err
	}
	key := segment.SegmentName(segment.Video, run.Number, sequence).Key(r.desk.folder)
	if err := c.service.Blob.WriteAll(ctx, key, body, segment.Video.ContentType()); err != nil {
		return fmt.Errorf("store %s: %w", key, err)
	}
	source := c.desk.index.Load()
	if int64(len(source.Segments))-sequence > rungLatest {
		return errLate
	}
	if err := journal.add(ctx, run.Number, sequence, int64(len(body))); err != nil {
		return err
	}
	r.desk.index.Add(source, small, sequence, body)
	return nil
}
