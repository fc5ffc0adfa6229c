package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"

	"github.com/grandstand/grandstand/internal/api"
	"github.com/grandstand/grandstand/internal/config"
	"github.com/grandstand/grandstand/internal/stripesim"
)

// RunStripeSimulator plays Stripe on the configured address until ctx is over, then finishes the requests in flight.
// folder keeps its state, empty in memory only; pages is the address under which browsers reach it, empty when that is
// the one it listens on.
func RunStripeSimulator(ctx context.Context, cfg config.Config, log *slog.Logger, out io.Writer, folder, pages string) (err error) {
	sim, err := stripesim.Open(stripesim.Options{Folder: folder, Log: log, Base: pages}) //nolint:contextcheck // deliveries end with Close, after the last request
	if err != nil {
		return fmt.Errorf("open the Stripe simulator: %w", err)
	}
	defer func() { err = errors.Join(err, sim.Close()) }()
	var opening net.ListenConfig
	listener, err := opening.Listen(ctx, "tcp", cfg.Listen)
	if err != nil {
		return fmt.Errorf("listen for the Stripe simulator: %w", err)
	}
	server := api.NewServer(sim, log)
	failed := make(chan error, 1)
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			failed <- fmt.Errorf("serve the Stripe simulator: %w", err)
		}
	}()
	fmt.Fprintf(out, "Stripe simulator (test payments) on http://%s\n", listener.Addr())
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), cfg.Grace)
	defer cancel()
	return errors.Join(err, server.Shutdown(last))
}
