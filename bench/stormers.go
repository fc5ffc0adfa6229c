package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"sync/atomic"
	"time"

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

// runStorm logs everybody in at once and says how often somebody was told to come again.
func runStorm(ctx context.Context, url string, members []member) (turnedAway int, err error) {
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	order, err := json.Marshal(stormOrder{url, members})
	if err != nil {
		return 0, err
	}
	cmd := exec.CommandContext(ctx, "nice", "-n", "19", self)
	cmd.Env, cmd.Stdin, cmd.Stderr = append(os.Environ(), stormEnv+"=1"), bytes.NewReader(order), os.Stderr
	said, err := cmd.Output()
	if err != nil {
		return 0, fmt.Errorf("clients of the storm: %w", err)
	}
	return turnedAway, json.Unmarshal(said, &turnedAway)
}

// serveStorm is the program's other life. Who is told to come again does so, as the app would.
func serveStorm(ctx context.Context, in io.Reader, out io.Writer) error {
	var order stormOrder
	if err := json.NewDecoder(in).Decode(&order); err != nil {
		return err
	}
	var turnedAway atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for _, m := range order.Members {
		group.Go(func() error { return m.logIn(ctx, order.URL, &turnedAway) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(turnedAway.Load())
}

func (m member) logIn(ctx context.Context, url string, turnedAway *atomic.Int64) error {
	c := stage.NewClient(url, channel)
	c.Key, c.HTTP = m.Key, &http.Client{Transport: &http.Transport{}} // everybody has a connection of their own
	for {
		err := c.Login(ctx, m.Email, stormPassword)
		problem, ok := errors.AsType[*stage.Problem](err)
		if !ok || problem.Status != http.StatusServiceUnavailable {
			return err
		}
		turnedAway.Add(1)
		if err := wait(ctx, 5*time.Second); err != nil { // what Retry-After says
			return err
		}
	}
}
