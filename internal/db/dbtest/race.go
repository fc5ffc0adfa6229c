package dbtest

import (
	"sync"
	"sync/atomic"
)

// races counts the calls of AtOnce and NewMeeting in this process.
var races atomic.Int64

// AtOnce calls each the given number of times, concurrently, and returns when all calls have returned.
func AtOnce(times int, each func(i int)) {
	races.Add(1)
	var group sync.WaitGroup
	start := make(chan struct{})
	for i := range times {
		group.Go(func() {
			<-start
			each(i)
		})
	}
	close(start)
	group.Wait()
}

// Meeting is a barrier for the racers of a negative control, between their read and their write. With it a race without its
// guard goes wrong in every run, on one processor too. The methods of a nil Meeting return at once.
type Meeting struct {
	missing atomic.Int64
	all     chan struct{}
}

// NewMeeting returns a barrier for the given number of racers. Each racer must call Wait or Leave.
func NewMeeting(racers int) *Meeting {
	races.Add(1)
	m := &Meeting{all: make(chan struct{})}
	m.missing.Store(int64(racers))
	return m
}

// Wait blocks until every racer has called Wait or Leave.
func (m *Meeting) Wait() {
	if m == nil {
		return
	}
	m.Leave()
	<-m.all
}

// Leave counts a racer that does not wait. A racer may also call Leave after Wait.
func (m *Meeting) Leave() {
	if m != nil && m.missing.Add(-1) == 0 {
		close(m.all)
	}
}
