package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/grandstand/grandstand/test/stage"
)

const (
	// floodClients are the logins in flight, each from the next /48 of one provider's /32.
	floodClients = 260
	// floodPause is the time that a refused client of the flood waits before its next login.
	floodPause = time.Second
	// floodRounds are the logins of fans and of the known device that are measured during the flood.
	floodRounds = 10
	// floodLimit is the time within which a fan on another network, and a known device, are logged in.
	floodLimit = 3 * time.Second
)

// measureFlood has one provider send logins from ever new networks without pause, while fans of another provider and a
// known device log in.
func measureFlood(ctx context.Context, b *bench) ([]row, error) {
	dir := b.path("flood")
	if err := makeDemo(ctx, dir); err != nil {
		return nil, err
	}
	server, err := stage.Start(ctx, stage.Config{Dir: dir})
	if err != nil {
		return nil, err
	}
	defer func() { _ = server.Stop() }()
	email := fmt.Sprintf("flood.%d@example.com", time.Now().UnixNano())
	// The device logs in from one of the networks that the flood comes from later.
	device, err := clientAt(ctx, server.URL, func() string { return floodAddress(7) })
	if err != nil {
		return nil, err
	}
	if err := device.Register(ctx, email, stormPassword); err != nil {
		return nil, err
	}
	if _, err := timeLogin(ctx, device, email); err != nil { // the device is known from now on
		return nil, err
	}
	flood, err := startFlood(ctx, server.URL)
	if err != nil {
		return nil, err
	}
	var fans, known []time.Duration
	for round := range floodRounds {
		fan, err := clientAt(ctx, server.URL, func() string { return fmt.Sprintf("203.0.%d.1", round) })
		if err != nil {
			return nil, err
		}
		took, err := timeLogin(ctx, fan, email)
		if err != nil {
			return nil, fmt.Errorf("a fan: %w", err)
		}
		fans = append(fans, took)
		if took, err = timeLogin(ctx, device, email); err != nil {
			return nil, fmt.Errorf("the known device: %w", err)
		}
		known = append(known, took)
	}
	sent, refused := flood.stop()
	rows := []row{{
		what:   fmt.Sprintf("one provider (/32) keeps %d logins in flight, each from a new /48: logins sent, refused", floodClients),
		figure: fmt.Sprintf("%d, %d", sent, refused),
	}}
	for _, caller := range []struct {
		who  string
		took []time.Duration
	}{{"a fan of another provider", fans}, {"a known device of the flood's provider", known}} {
		slowest := percentile(caller.took, 1)
		rows = append(rows, row{
			what:   fmt.Sprintf("during the flood, the slowest of %d logins of %s", floodRounds, caller.who),
			figure: fmt.Sprintf("%.1f s (median %.1f s)", slowest.Seconds(), percentile(caller.took, 0.5).Seconds()),
			aim:    fmt.Sprintf("within %d s", int(floodLimit.Seconds())), reached: judge(slowest <= floodLimit),
		})
	}
	return rows, nil
}

// clientAt returns a client with an anonymous session and a cookie jar, whose requests have the given addresses.
func clientAt(ctx context.Context, url string, address func() string) (*stage.Client, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	c := stage.NewClient(url, channel)
	c.HTTP = &http.Client{Jar: jar, Transport: forwarded{&http.Transport{}, address}}
	return c, c.Open(ctx)
}

// forwarded sends each request as the proxy of a client with the given address does.
type forwarded struct {
	base    http.RoundTripper
	address func() string
}

func (f forwarded) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("X-Forwarded-For", f.address())
	return f.base.RoundTrip(r)
}

// timeLogin measures one login.
func timeLogin(ctx context.Context, c *stage.Client, email string) (time.Duration, error) {
	c.Key = "" // a session is opened without one
	if err := c.Open(ctx); err != nil {
		return 0, err
	}
	begin := time.Now()
	err := c.TryLogin(ctx, email, stormPassword)
	return time.Since(begin), err
}

// flood are clients that send logins until they are stopped.
type flood struct {
	sent, refused atomic.Int64
	cancel        context.CancelFunc
	clients       errgroup.Group
}

// floodAddress returns an address in the /48 with the given number, of the flood's provider.
func floodAddress(network int64) string { return fmt.Sprintf("2001:db8:%x::1", network&0xffff) }

// startFlood starts the clients and returns when the server has answered as many logins as are in flight.
func startFlood(ctx context.Context, url string) (*flood, error) {
	ctx, cancel := context.WithCancel(ctx)
	f := &flood{cancel: cancel}
	var networks atomic.Int64
	next := func() string { return floodAddress(networks.Add(1)) }
	for n := range floodClients {
		c, err := clientAt(ctx, url, next)
		if err != nil {
			cancel()
			return nil, err
		}
		f.clients.Go(func() error {
			f.send(ctx, c, n)
			return nil
		})
	}
	err := stage.Until(ctx, "the flood has its turns", func() (bool, error) { return f.sent.Load() >= 2*floodClients, nil })
	return f, err
}

// send logs in without pause, each time with another address, and a moment after a refusal.
func (f *flood) send(ctx context.Context, c *stage.Client, n int) {
	for ctx.Err() == nil {
		email := fmt.Sprintf("flood.%d.%d@example.com", n, f.sent.Add(1))
		problem, ok := errors.AsType[*stage.Problem](c.TryLogin(ctx, email, "a-wrong-password-7"))
		if !ok || problem.Status == http.StatusUnprocessableEntity || problem.Status == http.StatusUnauthorized {
			continue
		}
		f.refused.Add(1)
		_ = wait(ctx, floodPause)
	}
}

// stop ends the flood and says how many logins it sent, and how many of them were refused.
func (f *flood) stop() (sent, refused int64) {
	f.cancel()
	_ = f.clients.Wait()
	return f.sent.Load(), f.refused.Load()
}
