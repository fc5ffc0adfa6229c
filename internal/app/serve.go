package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// component is one long-running part. Components start in order and stop in the
// reverse order; stop must return when its context is over.
type component struct {
	name  string
	start func(ctx context.Context) error
	stop  func(ctx context.Context) error
}

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
	stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	for i := len(started) - 1; i >= 0; i-- {
		if stopErr := started[i].stop(stopping); stopErr != nil {
			err = errors.Join(err, fmt.Errorf("stop %s: %w", started[i].name, stopErr))
		}
	}
	return err
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
