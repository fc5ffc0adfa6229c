package dbtest

import "sync"

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
