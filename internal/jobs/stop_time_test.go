package jobs

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// Jobs are cancelled early enough to be available again before the deadline of Stop.
func TestStopLeavesTimeToCancelJobs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		waiting, end := withTimeToCancel(ctx)
		defer end()
		<-waiting.Done()
		if waited := time.Since(began); waited != 20*time.Second-cancelTimeout || ctx.Err() != nil {
			t.Errorf("waits for jobs for %s", waited)
		}
		unbounded, end := withTimeToCancel(t.Context())
		defer end()
		if _, bounded := unbounded.Deadline(); bounded {
			t.Error("a stop without a deadline does not wait for jobs")
		}
	})
}
