package segment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// ErrStorage is wrapped when finished segments cannot be stored, or not as fast as
// they come.
var ErrStorage = errors.New("storage failed")

// ErrSuperseded is wrapped by a journal that another session writes by now.
var ErrSuperseded = errors.New("another session writes the stream")

// Blob is where the bytes of finished segments go. A value appears under its key
// whole or not at all.
type Blob interface {
	WriteAll(ctx context.Context, key string, value []byte, contentType string) error
}

// Journal is the durable memory of an index. BeginRun is called before any segment
// of the run; Append once per segment, in order, after its bytes are stored.
type Journal interface {
	BeginRun(ctx context.Context, run RunConfig) error
	Append(ctx context.Context, segment Segment) error
}

// StoreOptions say where and how patiently a [Recorder] stores.
type StoreOptions struct {
	Blob    Blob
	Journal Journal
	Prefix  string // of every key, without a slash at the end
	// Backlog is how many finished segments may wait to be stored; after that the
	// encoder is held back. Default 15: half a minute of an encoder's segments, in which a
	// database is restarted or another takes its place.
	Backlog int
	// Patience is how long the encoder is held back before it is given up. What it has
	// sent until then is stored nevertheless, as soon as it can be. Default 15 s.
	Patience time.Duration
	// Retries are the pauses between attempts to store a segment. When all have been made,
	// it and what follows it are lost. Default 100 ms, 400 ms, 1.6 s, and 3 s for half a
	// minute longer than it takes to give the encoder up by Backlog and Patience.
	Retries []time.Duration
	// RetryFor ends the attempts before all have been made, when each takes long because it
	// waits for a lock or an answer. Default the sum of the default's pauses.
	RetryFor time.Duration
}

// storeTimeout bounds one attempt to write one file or one row.
const storeTimeout = 20 * time.Second

func (o StoreOptions) withDefaults() StoreOptions {
	if o.Backlog == 0 {
		o.Backlog = 15
	}
	if o.Patience == 0 {
		o.Patience = 15 * time.Second
	}
	if o.Retries == nil {
		o.Retries = append([]time.Duration{100 * time.Millisecond, 400 * time.Millisecond, 1600 * time.Millisecond},
			slices.Repeat([]time.Duration{3 * time.Second}, 25)...)
	}
	if o.RetryFor == 0 {
		o.RetryFor = 77 * time.Second
	}
	return o
}

// Recorder writes one publishing session into an index and stores what is finished
// in the background, so that a slow disk does not delay the live edge. Its methods
// are for one goroutine.
type Recorder struct {
	index   *Index
	options StoreOptions
	queue   chan finished
	ending  bool       // nobody may wait any more: what is still finished goes to rest
	rest    []finished // to be stored after what is in queue, which is closed before it is read
	done    chan struct{}
	failed  chan struct{} // closed when storing has failed for good
	err     error         // why; read after failed is closed
}

type finished struct {
	hot     *Hot
	segment Segment
}

// NewRecorder starts a recorder. Close must be called. Storing is not cut short
// when ctx ends: what was received is kept.
func NewRecorder(ctx context.Context, index *Index, options StoreOptions) *Recorder {
	r := &Recorder{index: index, options: options.withDefaults(), done: make(chan struct{}), failed: make(chan struct{})}
	r.queue = make(chan finished, r.options.Backlog)
	go r.run(context.WithoutCancel(ctx))
	return r
}

// Close waits until everything finished is stored, which takes as long as the store
// stands still and no longer than is tried, and returns why it was not. Segments that
// could not be stored are gone from the index.
func (r *Recorder) Close() error {
	close(r.queue)
	<-r.done
	select {
	case <-r.failed:
		count, length := r.index.dropUnstored()
		return fmt.Errorf("%d segments, %s, are lost: %w", count, length.Round(time.Millisecond), r.err)
	default:
		return nil
	}
}

// beginRun makes the run durable before any address that contains its number can
// be served: a number that was lost could otherwise be given twice.
func (r *Recorder) beginRun(ctx context.Context, run *Run) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeTimeout)
	defer cancel()
	if err := r.options.Journal.BeginRun(ctx, run.RunConfig); err != nil {
		return fmt.Errorf("begin run %d: %w (%w)", run.Number, err, ErrStorage)
	}
	r.index.addRun(run)
	return nil
}

// finishSegment closes the segment being filled and queues it to be stored.
func (r *Recorder) finishSegment(frames int) error {
	hot, segment := r.index.finishSegment(frames)
	if hot == nil {
		return nil
	}
	return r.enqueue(finished{hot, segment})
}

// end says that the encoder is gone or given up: what it has sent is taken without waiting.
func (r *Recorder) end() { r.ending = true }

// enqueue hands a segment over to be stored, after all that were handed over before. An
// error says that the store stands still for too long, and the encoder is to be given up.
func (r *Recorder) enqueue(f finished) error {
	if r.ending {
		r.rest = append(r.rest, f)
		return nil
	}
	select {
	case r.queue <- f:
		return nil
	case <-r.failed:
		return r.err
	default:
	}
	timer := time.NewTimer(r.options.Patience)
	defer timer.Stop()
	select {
	case r.queue <- f:
		return nil
	case <-r.failed:
		return r.err
	case <-timer.C:
		r.end()
		r.rest = append(r.rest, f)
		return fmt.Errorf("%d segments are waiting for the store: %w", r.options.Backlog+1, ErrStorage)
	}
}

func (r *Recorder) run(ctx context.Context) {
	defer close(r.done)
	for f := range r.queue {
		r.keep(ctx, f)
	}
	for _, f := range r.rest {
		r.keep(ctx, f)
	}
}

// keep stores a segment, unless one before it is lost: a gap in the journal would be
// worse than a shorter recording.
func (r *Recorder) keep(ctx context.Context, f finished) {
	if r.err != nil {
		return
	}
	if err := r.storeWithRetries(ctx, f); err != nil {
		r.err = fmt.Errorf("store segment %d: %w (%w)", f.segment.Sequence, err, ErrStorage)
		close(r.failed)
		return
	}
	f.hot.stored.Store(true)
}

func (r *Recorder) storeWithRetries(ctx context.Context, f finished) error {
	began := time.Now()
	err := r.store(ctx, f)
	for _, pause := range r.options.Retries {
		if err == nil || errors.Is(err, ErrSuperseded) || time.Since(began) >= r.options.RetryFor {
			return err
		}
		time.Sleep(pause)
		err = r.store(ctx, f)
	}
	return err
}

// store writes the bytes first: a row never speaks of a file that is not there.
func (r *Recorder) store(ctx context.Context, f finished) error {
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	for _, rendition := range []Rendition{Video, Audio} {
		key := SegmentName(rendition, f.segment.Run, f.segment.Sequence).Key(r.options.Prefix)
		if err := r.options.Blob.WriteAll(ctx, key, f.hot.Whole(rendition), rendition.ContentType()); err != nil {
			return err
		}
	}
	return r.options.Journal.Append(ctx, f.segment)
}
