package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/grandstand/grandstand/test/stage"
)

// stormEnv makes this program the clients of a storm: they have a process of their own, so that those who look do not
// wait for their turn among them.
const stormEnv = "GRANDSTAND_BENCH_STORM"

const stormPassword = "a-storm-of-logins-7"

// member is somebody who is about to log in.
type member struct {
	Email string `json:"email"`
	Key   string `json:"key"` // of an anonymous session
}

// stormOrder is what the process of the clients is told.
type stormOrder struct {
	URL     string   `json:"url"`
	Members []member `json:"members"`
}

// stormers are the process of the clients, each of whom has the site open: their connections stand.
type stormers struct {
	process *exec.Cmd
	in      io.WriteCloser
	said    *json.Decoder
}

// gather starts the clients.
func gather(ctx context.Context, url string, members []member) (*stormers, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	s := &stormers{process: exec.CommandContext(ctx, "nice", "-n", "19", self)}
	s.process.Env, s.process.Stderr = append(os.Environ(), stormEnv+"=1"), os.Stderr
	if s.in, err = s.process.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := s.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	s.said = json.NewDecoder(out)
	if err := s.process.Start(); err != nil {
		return nil, err
	}
	if err := json.NewEncoder(s.in).Encode(stormOrder{url, members}); err != nil {
		return nil, err
	}
	var ready bool
	return s, s.said.Decode(&ready)
}

// storm has everybody log in at once and says how often somebody was told to come again.
func (s *stormers) storm() (turnedAway int, err error) {
	if err := s.in.Close(); err != nil {
		return 0, err
	}
	said := s.said.Decode(&turnedAway)
	if err := s.process.Wait(); err != nil {
		return 0, fmt.Errorf("clients of the storm: %w", err)
	}
	return turnedAway, said
}

// serveStorm is the program's other life: it logs in at the end of its input. Who is told to come again does so, as
// the app would.
func serveStorm(ctx context.Context, in io.Reader, out io.Writer) error {
	var order stormOrder
	orders, said := json.NewDecoder(in), json.NewEncoder(out)
	if err := orders.Decode(&order); err != nil {
		return err
	}
	clients := make([]*stage.Client, len(order.Members))
	for i, m := range order.Members {
		c := stage.NewClient(order.URL, channel)
		c.Key, c.HTTP = m.Key, &http.Client{Transport: &http.Transport{}} // everybody has a connection of their own
		if err := c.Get(ctx, "/api/profile", nil, nil); err == nil {
			return errors.New("somebody is logged in already")
		}
		clients[i] = c
	}
	if err := said.Encode(true); err != nil {
		return err
	}
	if _, err := io.Copy(io.Discard, in); err != nil {
		return err
	}
	var turnedAway atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for i, m := range order.Members {
		group.Go(func() error { return m.logIn(ctx, clients[i], &turnedAway) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return said.Encode(turnedAway.Load())
}

func (m member) logIn(ctx context.Context, c *stage.Client, turnedAway *atomic.Int64) error {
	for {
		err := c.TryLogin(ctx, m.Email, stormPassword)
		problem, ok := errors.AsType[*stage.Problem](err)
		if !ok || problem.Status != http.StatusServiceUnavailable {
			return err
		}
		turnedAway.Add(1)
		if err := wait(ctx, problem.RetryAfter); err != nil {
			return err
		}
	}
}
