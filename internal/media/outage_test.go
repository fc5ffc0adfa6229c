package media

import (
	"bytes"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/grandstand/grandstand/internal/blob/blobtest"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// said is a log that several goroutines write.
type said struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *said) Write(line []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(line)
}

func (s *said) has(words string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Contains(s.text.String(), words)
}

// While S3 cannot be reached, or has too much to do, a game goes on for who watches it live, the
// operator is told, and once it can again nothing of the recording is missing. What is cut out
// meanwhile is made then.
func TestS3IsAwayDuringAGame(t *testing.T) {
	t.Parallel()

	for how, begin := range map[string]func(*blobtest.Outage){
		"not reached": (*blobtest.Outage).Begin, "too busy": (*blobtest.Outage).Throttle,
	} {
		t.Run(how, func(t *testing.T) { awayDuringAGame(t, begin) })
	}
}

func awayDuringAGame(t *testing.T, begin func(*blobtest.Outage)) {
	t.Helper()
	v, outage := newFailingVenue(t)
	v = withFFmpeg(t, v)
	log := &said{}
	v.Deps.Log = slog.New(slog.NewTextHandler(log, nil))
	v.Service = NewService(v.Deps, v.options)
	s := v.stream()
	e := v.mustPublish(s)
	show := func(first, count int) {
		t.Helper()
		if err := feed(t.Context(), e.Sink.(*session).segmenter, Recording{Path: footage(t, first, count, "-bf", "0")}); err != nil {
			t.Fatal(err)
		}
	}
	show(0, 200)
	eventually(t, "the beginning is stored", func() bool { return v.journalled(s) >= 3 })
	id := v.mustAddCut(s.EventID, frames(20), frames(60))
	begin(outage)
	made := make(chan error, 1)
	go func() { made <- v.MakeCut(t.Context(), v.channel, id) }()
	show(200, 250)
	d, err := v.desk(t.Context(), s.ID)
	if err != nil {
		t.Fatal(err)
	}
	live := d.index.Load().Segments
	if stored := v.journalled(s); stored > 4 || len(live) < 8 {
		t.Errorf("%d segments are in the journal, %d live", stored, len(live))
	}
	a := newScreen(t, v, s)
	newest := live[len(live)-1]
	for _, file := range []string{"live.m3u8", "video-live.m3u8", segment.SegmentName(segment.Video, newest.Run, newest.Sequence).String()} {
		a.expect(http.StatusOK, "", a.base+file)
	}
	for _, folder := range []string{streamFolder(v.channel, s.ID), cutPrefix} {
		eventually(t, "the log tells of "+folder, func() bool {
			return log.has(`msg="the media store does not take a segment" key=` + folder)
		})
	}
	if state := v.found(id).State; state != CutProcessing {
		t.Errorf("the cut is %s", state)
	}
	outage.End()
	e.close()
	v.finish(t)
	if log.has("recording not stored") {
		t.Error("something is lost")
	}
	if err := <-made; err != nil {
		t.Fatal(err)
	}
	v.restart() // nothing is in memory
	checkWhole(t, v, s, 0)
	a = newScreen(t, v, s)
	a.expectExact(t, exactCut{id, 20, 60})
	a.expectNumbers(t, a.base+"index.m3u8", 0, 450)
}

// Who watches what only S3 has is told to come again while it is away, and not that half of it is all.
func TestS3IsAwayForWhoWatches(t *testing.T) {
	t.Parallel()

	v, outage := newFailingVenue(t)
	v = withFFmpeg(t, v)
	s := v.stream()
	e := v.mustPublish(s)
	if err := feed(t.Context(), e.Sink.(*session).segmenter, Recording{Path: footage(t, 0, 200, "-bf", "0")}); err != nil {
		t.Fatal(err)
	}
	e.close()
	v.finish(t)
	v.restart() // nothing is in memory
	a := newScreen(t, v, s)
	first := a.base + segment.SegmentName(segment.Video, 1, 0).String()
	a.expect(http.StatusOK, "", first)
	for _, begin := range []func(){outage.Begin, outage.Throttle, outage.Hang} {
		begin()
		a.expect(http.StatusServiceUnavailable, "unavailable", first)
		outage.End()
		a.expect(http.StatusOK, "", first)
	}
}

// An encoder that comes back while what it sent before still waits for the store waits as long, and is recorded behind it.
func TestAnEncoderComesBackWhileTheStoreIsAway(t *testing.T) {
	v, outage := newFailingVenue(t)
	log := &said{}
	v.Deps.Log = slog.New(slog.NewTextHandler(log, nil))
	v.Service = NewService(v.Deps, v.options)
	s := v.stream()
	first := v.mustPublish(s)
	outage.Begin()
	first.mustPlay(5)
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		first.close()
	}()
	eventually(t, "the encoder is gone", first.Sink.(*session).leaving.Load)
	let := make(chan *encoder)
	go func() {
		defer close(let)
		if again, err := v.publish(s.Key); err != nil {
			t.Error(err)
		} else {
			let <- again
		}
	}()
	outage.End()
	<-gone
	if again := <-let; again != nil {
		again.mustPlay(5)
		again.close()
	}
	if got := v.indexed(s); len(got.Runs) != 2 || len(got.Segments) != 6 || log.has("recording not stored") {
		t.Errorf("%d runs, %d segments", len(got.Runs), len(got.Segments))
	}
	checkWhole(t, v, s, 0)
}
