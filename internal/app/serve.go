package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"
)

// component is one long-running part. Components start in order and stop in the
// reverse order; stop should return when its context is over.
type component struct {
	name  string
	start func(ctx context.Context) error
	stop  func(ctx context.Context) error
}

// reservedStopTime is what each component that stops later keeps of the time, even when earlier ones
// need more. The job queue uses it to give running jobs back.
const reservedStopTime = 3 * time.Second

// runComponents starts every component, tells ready, waits until ctx is over or a
// component fails, and stops all that started within the grace period.
func runComponents(ctx context.Context, log *slog.Logger, grace time.Duration, failed <-chan error, components []component, ready func()) error {
	started, err := startComponents(ctx, components)
	if err == nil {
		ready()
		select {
		case <-ctx.Done():
			log.InfoContext(ctx, "shutting down")
		case err = <-failed:
			log.ErrorContext(ctx, "a component failed", "error", err)
		}
	}
	return errors.Join(err, stopComponents(context.WithoutCancel(ctx), log, grace, started))
}

// stopComponents stops components in the reverse order of their start, within the grace period
// together. Each one gets all the time that is left, except what later ones reserve.
func stopComponents(ctx context.Context, log *slog.Logger, grace time.Duration, started []component) error {
	var errs error
	end := time.Now().Add(grace)
	reserved := min(reservedStopTime, grace/time.Duration(2*max(len(started), 1)))
	for later, c := range slices.Backward(started) {
		stopping, cancel := context.WithDeadline(ctx, end.Add(-reserved*time.Duration(later)))
		began := time.Now()
		if err := stopWithin(stopping, c); err != nil {
			log.WarnContext(ctx, "component did not stop in order", "component", c.name, "after", time.Since(began), "error", err)
			errs = errors.Join(errs, fmt.Errorf("stop %s: %w", c.name, err))
		}
		cancel()
	}
	return errs
}

// stopWithin stops a component and abandons it if it goes on after ctx is over, such as one that
// waits for a lock of the database.
func stopWithin(ctx context.Context, c component) error {
	stopped := make(chan error, 1)
	go func() { stopped <- c.stop(ctx) }()
	select {
	case err := <-stopped:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func startComponents(ctx context.Context, components []component) (started []component, err error) {
	for _, c := range components {
		if err := c.start(ctx); err != nil {
			return started, fmt.Errorf("start %s: %w", c.name, err)
		}
		started = append(started, c)
	}
	return started, nil
}

// together makes one component of several that stop at the same time, each in the whole time of the
// group.
func together(name string, members ...component) component {
	var started []component
	return component{
		name: name,
		start: func(ctx context.Context) (err error) {
			if started, err = startComponents(ctx, members); err != nil {
				stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), reservedStopTime)
				defer cancel()
				err = errors.Join(err, stopTogether(stopping, started))
			}
			return err
		},
		stop: func(ctx context.Context) error { return stopTogether(ctx, started) },
	}
}

func stopTogether(ctx context.Context, members []component) error {
	errs := make([]error, len(members))
	var group sync.WaitGroup
	for i, c := range members {
		group.Go(func() {
			if err := stopWithin(ctx, c); err != nil {
				errs[i] = fmt.Errorf("%s: %w", c.name, err)
			}
		})
	}
	group.Wait()
	return errors.Join(errs...)
}

// httpComponent runs a server on address. Requests in flight get the grace period;
// then their connections are closed.
func httpComponent(name, address string, server *http.Server, failed chan<- error) component {
	return component{
		name: name,
		start: func(ctx context.Context) error {
			listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
			if err != nil {
				return err
			}
			go func() {
				if err := server.Serve(cork(server, listener)); err != nil && !errors.Is(err, http.ErrServerClosed) {
					tellOf(failed, fmt.Errorf("%s: %w", name, err))
				}
			}()
			return nil
		},
		stop: func(ctx context.Context) error {
			if err := server.Shutdown(ctx); err != nil {
				return errors.Join(err, server.Close())
			}
			return nil
		},
	}
}

// tellOf hands on the first failure; later ones follow from it.
func tellOf(failed chan<- error, err error) {
	select {
	case failed <- err:
	default:
	}
}
