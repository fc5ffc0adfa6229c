package analytics

import (
	"context"
	"errors"
	"sync"
	"time"
)

const (
	// writeEvery is how long a fact waits at most while writing goes well.
	writeEvery = time.Second
	// batchSize bounds how many facts one transaction writes.
	batchSize = 500
	// writeWithin bounds one attempt.
	writeWithin = 10 * time.Second
	// attempts is how often a batch is tried before it is dropped.
	attempts = 5
)

// writer writes batches, one after the other. A batch that could not be written is kept and tried
// again first, so that nothing is overtaken.
type writer struct {
	put func(ctx context.Context, facts []fact) error

	mu      sync.Mutex // one batch at a time
	pending []fact
	tries   int

	stop, done chan struct{}
}

func newWriter(put func(context.Context, []fact) error) writer {
	return writer{put: put, stop: make(chan struct{}), done: make(chan struct{})}
}

// Start writes, every second or as soon as there is enough, until Stop. The end of ctx ends nothing:
// what is told until everybody has gone is written, too.
func (s *Service) Start(ctx context.Context) {
	ctx = context.WithoutCancel(ctx)
	go func() {
		defer close(s.writer.done)
		ticker := time.NewTicker(writeEvery)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
			case <-s.queue.enough:
			case <-s.writer.stop:
				return
			}
			_ = s.drain(ctx) // it is counted and logged, and tried again
			s.attemptPlaybacks(ctx)
		}
	}()
}

// Stop ends what Start began and writes what still waits. What cannot be written is lost, and
// counted.
func (s *Service) Stop(ctx context.Context) error {
	close(s.writer.stop)
	select {
	case <-s.writer.done:
	case <-ctx.Done():
		return ctx.Err()
	}
	err := s.drain(ctx)
	if err != nil {
		s.writer.mu.Lock()
		defer s.writer.mu.Unlock()
		s.counts.failed.Add(len(s.writer.pending) + len(s.queue.take(s.queue.most)))
		s.writer.pending = nil
	}
	return errors.Join(err, s.writePlaybacks(ctx, true))
}

// drain writes what waits, until nothing does or a batch cannot be written.
func (s *Service) drain(ctx context.Context) error {
	s.writer.mu.Lock()
	defer s.writer.mu.Unlock()
	for {
		if len(s.writer.pending) == 0 {
			s.writer.pending, s.writer.tries = s.queue.take(batchSize), 0
		}
		if len(s.writer.pending) == 0 {
			return nil
		}
		if err := s.attempt(ctx); err != nil {
			return err
		}
	}
}

// attemptPlaybacks writes what was delivered. What could not be written waits for the next time.
func (s *Service) attemptPlaybacks(ctx context.Context) {
	within, cancel := context.WithTimeout(ctx, writeWithin)
	defer cancel()
	if err := s.writePlaybacks(within, false); err != nil {
		s.log.WarnContext(ctx, "playbacks not written", "error", err)
	}
}

// attempt writes the pending batch, or gives it up after too many attempts.
func (s *Service) attempt(ctx context.Context) error {
	w := &s.writer
	within, cancel := context.WithTimeout(ctx, writeWithin)
	defer cancel()
	err := w.put(within, w.pending)
	if err == nil {
		s.counts.written.Add(len(w.pending))
		w.pending = nil
		return nil
	}
	w.tries++
	s.counts.failures.Inc()
	s.log.WarnContext(ctx, "what was told of a channel's viewers could not be written", "facts", len(w.pending), "attempt", w.tries, "error", err)
	if w.tries >= attempts {
		s.counts.failed.Add(len(w.pending))
		w.pending = nil
	}
	return err
}
