package segment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
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
	// Retries are the pauses between attempts at each step of storing a segment, its bytes and its line in the journal. After
	// the last attempt the segment and all that follow are lost. Default 100 ms, 400 ms, 1.6 s, and then 3 s until RetryFor.
	Retries []time.Duration
	// RetryFor ends the attempts before all have been made, when each takes long because it waits for a lock or an answer.
	// Default half a minute longer than it takes to disconnect the encoder: the length of Backlog segments, Patience, the
	// first pauses and retryAfterDisconnect.
	RetryFor time.Duration
}

const (
	// segmentLength is the length of a segment of an encoder that sends a key frame every 2 s, as encoders for HLS do.
	segmentLength = 2 * time.Second
	// retryAfterDisconnect bounds further attempts to store once the encoder is disconnected.
	retryAfterDisconnect = 30 * time.Second
	// retryEvery is the pause between attempts after the first ones.
	retryEvery = 3 * time.Second
	// firstRetries is the time of the pauses of firstPauses, in whole seconds.
	firstRetries = 2 * time.Second
)

// firstPauses are the pauses between the first attempts.
func firstPauses() []time.Duration {
	return []time.Duration{100 * time.Millisecond, 400 * time.Millisecond, 1600 * time.Millisecond}
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
	if o.RetryFor == 0 {
		o.RetryFor = time.Duration(o.Backlog)*segmentLength + o.Patience + firstRetries + retryAfterDisconnect
	}
	if o.Retries == nil {
		count := int(max(0, o.RetryFor-firstRetries+retryEvery-1) / retryEvery) // rounded up
		o.Retries = append(firstPauses(), slices.Repeat([]time.Duration{retryEvery}, count)...)
	}
	return o
}

// Recorder writes one publishing session into an index and stores what is finished
// in the background, so that a slow disk does not delay the live edge. Bytes do not wait
// for the journal: what it had no time to be told of before the process died, whoever comes
// next finds in the blob store (see [Describe]). Its methods are for one goroutine.
type Recorder struct {
	index   *Index
	options StoreOptions
	room    chan struct{} // has a place for each segment that may wait to be stored
	queue   chan finished // whose bytes are to be written; never full, as each has a place
	written chan finished // whose bytes are, for the journal
	ending  bool          // nobody may wait any more: what is still finished goes to rest
	rest    []finished    // to be stored after what is in queue, which is closed before it is read
	done    chan struct{}
	failing sync.Once
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
	places := r.options.Backlog + 1 // one is being stored
	r.room, r.queue, r.written = make(chan struct{}, places), make(chan finished, places), make(chan finished, places)
	ctx = context.WithoutCancel(ctx)
	go r.write(ctx)
	go r.enter(ctx)
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
	case r.room <- struct{}{}:
		r.queue <- f
		return nil
	case <-r.failed:
		return r.err
	default:
	}
	timer := time.NewTimer(r.options.Patience)
	defer timer.Stop()
	select {
	case r.room <- struct{}{}:
		r.queue <- f
		return nil
	case <-r.failed:
		return r.err
	case <-timer.C:
		r.end()
		r.rest = append(r.rest, f)
		return fmt.Errorf("%d segments are waiting for the store: %w", cap(r.room), ErrStorage)
	}
}

// write puts the bytes of segments into the blob store, in order.
func (r *Recorder) write(ctx context.Context) {
	defer close(r.written)
	for f := range r.queue {
		r.writeOne(ctx, f)
	}
	for _, f := range r.rest {
		r.writeOne(ctx, f)
	}
}

// writeOne writes a segment, unless one before it is lost: a gap in the recording would be
// worse than a shorter one.
func (r *Recorder) writeOne(ctx context.Context, f finished) {
	select {
	case <-r.failed:
		return
	default:
	}
	if err := r.persist(func() error { return r.writeBytes(ctx, f) }); err != nil {
		r.fail(f, err)
		return
	}
	r.written <- f
}

// enter tells the journal of the segments whose bytes are written, in order, up to the first
// that it does not take.
func (r *Recorder) enter(ctx context.Context) {
	defer close(r.done)
	lost := false
	for f := range r.written {
		if lost {
			continue
		}
		if err := r.persist(func() error { return r.append(ctx, f) }); err != nil {
			r.fail(f, err)
			lost = true
			continue
		}
		f.hot.stored.Store(true)
		select {
		case <-r.room:
		default: // it was handed over at the end, without a place
		}
	}
}

// fail notes why a segment could not be stored; nothing after it is.
func (r *Recorder) fail(f finished, err error) {
	r.failing.Do(func() {
		r.err = fmt.Errorf("store segment %d: %w (%w)", f.segment.Sequence, err, ErrStorage)
		close(r.failed)
	})
}

// persist makes as many attempts at one step of storing a segment as are allowed.
func (r *Recorder) persist(step func() error) error {
	began := time.Now()
	err := step()
	for _, pause := range r.options.Retries {
		if err == nil || errors.Is(err, ErrSuperseded) || time.Since(began) >= r.options.RetryFor {
			return err
		}
		time.Sleep(pause)
		err = step()
	}
	return err
}

func (r *Recorder) writeBytes(ctx context.Context, f finished) error {
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	for _, rendition := range []Rendition{Video, Audio} {
		key := SegmentName(rendition, f.segment.Run, f.segment.Sequence).Key(r.options.Prefix)
		if err := r.options.Blob.WriteAll(ctx, key, f.hot.Whole(rendition), rendition.ContentType()); err != nil {
			return err
		}
	}
	return nil
}

func (r *Recorder) append(ctx context.Context, f finished) error {
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	return r.options.Journal.Append(ctx, f.segment)
}
