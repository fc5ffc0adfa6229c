package stage

import (
	"context"
	"time"
)

// connectAgain is how long an encoder waits before it connects anew.
const connectAgain = 500 * time.Millisecond

// Encoder publishes to one of some addresses, as encoders with a second one do: when it is refused or its line is lost
// it goes to the next, over and over.
type Encoder struct {
	end   context.CancelFunc
	ended chan struct{}
}

// Encode starts an encoder.
func Encode(ctx context.Context, f Footage, addresses ...string) (*Encoder, error) {
	if _, err := f.Render(ctx); err != nil {
		return nil, err
	}
	ctx, end := context.WithCancel(context.WithoutCancel(ctx))
	e := &Encoder{end: end, ended: make(chan struct{})}
	go func() {
		defer close(e.ended)
		for i := 0; ctx.Err() == nil; i++ {
			publishUntil(ctx, f, addresses[i%len(addresses)])
		}
	}()
	return e, nil
}

// publishUntil publishes until the line is lost, or ctx is over.
func publishUntil(ctx context.Context, f Footage, address string) {
	p, err := Publish(ctx, f, address)
	if err != nil {
		return
	}
	select {
	case <-ctx.Done():
		p.End()
		return
	case <-p.Ended():
	}
	select {
	case <-ctx.Done():
	case <-time.After(connectAgain):
	}
}

// End ends the encoder as its stop button does.
func (e *Encoder) End() {
	e.end()
	<-e.ended
}
