package analytics

import "sync"

// queue holds what waits to be written. Whoever adds never waits.
type queue struct {
	most int
	// enough is sent to, by whoever adds the fact that makes a batch full.
	enough chan struct{}

	mu    sync.Mutex
	facts []fact
}

func newQueue(most int) *queue { return &queue{most: most, enough: make(chan struct{}, 1)} }

// add reports whether there was room.
func (q *queue) add(f fact) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.facts) >= q.most {
		return false
	}
	q.facts = append(q.facts, f)
	if len(q.facts) >= batchSize {
		select {
		case q.enough <- struct{}{}:
		default: // it was told already
		}
	}
	return true
}

// take removes up to most facts, those that wait longest first.
func (q *queue) take(most int) []fact {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := min(most, len(q.facts))
	taken := q.facts[:n:n]
	q.facts = q.facts[n:]
	if len(q.facts) == 0 {
		q.facts = nil // the memory of a busy moment is given back
	}
	return taken
}
