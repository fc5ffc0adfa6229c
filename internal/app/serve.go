package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"time"
)

// component is one long-running part. Components start in order and stop in the
// reverse order; stop must return when its context is over.
type component struct {
	name  string
	start func(ctx context.Context) error
	stop  func(ctx context.Context) error
}

// minStopTime is how long each component may take to stop even after others have used up the grace period; no longer than that
// period itself.
const minStopTime = 5 * time.Second

// runComponents starts every component, tells ready, waits until ctx is over or a
// component fails, and stops all that started. They share the grace period.
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
	return errors.Join(err, stopComponents(context.WithoutCancel(ctx), grace, started))
}

// stopComponents stops components in the reverse order of their start.
func stopComponents(ctx context.Context, grace time.Duration, started []component) error {
	var errs error
	until := time.Now().Add(grace)
	for _, c := range slices.Backward(started) {
		stopping, cancel := context.WithTimeout(ctx, max(time.Until(until), min(minStopTime, grace)))
		if err := c.stop(stopping); err != nil {
			errs = errors.Join(errs, fmt.Errorf("stop %s: %w", c.name, err))
		}
		cancel()
	}
	return errs
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
