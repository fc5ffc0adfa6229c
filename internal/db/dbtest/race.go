package dbtest

import (
	"sync"
	"sync/atomic"
)

// AtOnce runs each so many times, as nearly at the same moment as goroutines start, and
// returns when all are done.
func AtOnce(times int, each func(i int)) {
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

// Meeting is where the racers of a negative control wait for each other after they have looked and before they write. Such a
// race is lost for certain, on one processor too. A nil Meeting keeps nobody waiting.
type Meeting struct {
	missing atomic.Int64
	all     chan struct{}
}

// NewMeeting returns a meeting of so many racers, of whom each must call Wait or Leave.
func NewMeeting(racers int) *Meeting {
	m := &Meeting{all: make(chan struct{})}
	m.missing.Store(int64(racers))
	return m
}

// Wait returns when all racers are here or have left. It returns at once after that.
func (m *Meeting) Wait() {
	if m == nil {
		return
	}
	m.Leave()
	<-m.all
}

// Leave lets the others go on without a racer who will not come. A racer who has waited may leave too.
func (m *Meeting) Leave() {
	if m != nil && m.missing.Add(-1) == 0 {
		close(m.all)
	}
}
