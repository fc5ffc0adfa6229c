package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"reflect"
	"regexp"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/grandstand/grandstand/internal/config"
)

// stops records which component stopped when.
type stops struct {
	began   time.Time
	mu      sync.Mutex
	list    []string
	release chan struct{} // ends what never returns
}

// always is the time of a component that stops when its time is over, never that of one that does
// not even stop then.
const always, never = time.Hour, -1

func (s *stops) note(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(s.list, fmt.Sprint(name, " ", time.Since(s.began)))
}

func (s *stops) noted() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.list
}

// component takes a time to stop.
func (s *stops) component(name string, takes time.Duration) component {
	return component{
		name:  name,
		start: func(context.Context) error { return nil },
		stop: func(ctx context.Context) error {
			s.note(name)
			if takes == never {
				<-s.release
				return nil
			}
			timer := time.NewTimer(takes)
			defer timer.Stop()
			select {
			case <-timer.C:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		},
	}
}

// However many components hang, the whole stop takes no longer than the grace period. The first one
// to stop gets the most time, and each later one has some.
func TestTheWholeStopIsBounded(t *testing.T) {
	for name, test := range map[string]struct {
		analytics, jobs, servers, encoders time.Duration
		want                               []string
		total                              time.Duration
		hang                               int
	}{
		"none hangs":        {1e9, 1e9, 1e9, 1e9, []string{"encoders 0s", "servers 1s", "jobs 2s", "analytics 3s"}, 4 * time.Second, 0},
		"encoders hang":     {1e9, 1e9, 1e9, always, []string{"encoders 0s", "servers 21s", "jobs 22s", "analytics 23s"}, 24 * time.Second, 1},
		"a server hangs":    {1e9, 1e9, always, 10e9, []string{"encoders 0s", "servers 10s", "jobs 24s", "analytics 25s"}, 26 * time.Second, 1},
		"all hang":          {always, always, always, always, []string{"encoders 0s", "servers 21s", "jobs 24s", "analytics 27s"}, 30 * time.Second, 4},
		"one never returns": {1e9, never, 1e9, 1e9, []string{"encoders 0s", "servers 1s", "jobs 2s", "analytics 27s"}, 28 * time.Second, 1},
		"none ever returns": {never, never, never, never, []string{"encoders 0s", "servers 21s", "jobs 24s", "analytics 27s"}, 30 * time.Second, 4},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &stops{began: time.Now(), release: make(chan struct{})}
				defer close(s.release)
				err := stopComponents(t.Context(), slog.New(slog.DiscardHandler), 30*time.Second, []component{
					s.component("analytics", test.analytics), s.component("jobs", test.jobs), s.component("servers", test.servers), s.component("encoders", test.encoders),
				})
				if got := s.noted(); !slices.Equal(got, test.want) || time.Since(s.began) != test.total {
					t.Errorf("stopped %q in %s", got, time.Since(s.began))
				}
				if hung := countErrors(err); hung != test.hang {
					t.Errorf("%d failures: %v", hung, err)
				}
			})
		})
	}
}

// countErrors counts the errors of errors.Join.
func countErrors(err error) (n int) {
	for err != nil {
		joined, ok := err.(interface{ Unwrap() []error })
		if !ok {
			return n + 1
		}
		list := joined.Unwrap()
		n += len(list) - 1
		err = list[0]
	}
	return n
}

// Servers of a group stop at the same time, each in the whole time of the group.
func TestServersOfAGroupStopTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &stops{began: time.Now(), release: make(chan struct{})}
		defer close(s.release)
		var ended []string
		quick := s.component("whip", 2*time.Second)
		stopQuick := quick.stop
		quick.stop = func(ctx context.Context) error {
			err := stopQuick(ctx)
			ended = append(ended, fmt.Sprint("whip ", time.Since(s.began)))
			return err
		}
		group := together("encoders", component{name: "rtmp", start: quick.start, stop: func(ctx context.Context) error {
			<-ctx.Done()
			return ctx.Err()
		}}, quick)
		if err := group.start(t.Context()); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		err := group.stop(ctx)
		if err == nil || err.Error() != "rtmp: context deadline exceeded" || !slices.Equal(ended, []string{"whip 2s"}) || time.Since(s.began) != 20*time.Second {
			t.Errorf("%v in %s: %v", ended, time.Since(s.began), err)
		}
	})
}

// A group that does not start whole stops what it has started.
func TestAGroupThatDoesNotStartIsStopped(t *testing.T) {
	taken, stopped := errors.New("the port is taken"), 0
	fine := component{name: "rtmp", start: func(context.Context) error { return nil }, stop: func(context.Context) error { stopped++; return nil }}
	broken := component{name: "srt", start: func(context.Context) error { return taken }}
	if err := together("encoders", fine, broken).start(t.Context()); !errors.Is(err, taken) || stopped != 1 {
		t.Errorf("%d stopped: %v", stopped, err)
	}
}

// The servers for encoders stop before everything that may hang, so that what encoders sent is
// stored; analytics stops after everything that reports to it.
func TestEncodersStopFirst(t *testing.T) {
	a, err := Open(t.Context(), config.Config{
		Data: t.TempDir(), Workers: 1, Listen: "127.0.0.1:0", AdminListen: "127.0.0.1:0", RTMPListen: "127.0.0.1:0", SRTListen: "127.0.0.1:0",
		Roles: []string{config.RoleAPI, config.RoleIngest, config.RoleWorker},
	}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	names := func(list []component) (names []string) {
		for _, c := range list {
			names = append(names, c.name)
		}
		return names
	}
	if got := names(a.components(&http.Server{}, nil, nil, nil)); !slices.Equal(got, []string{"analytics", "jobs", "media", "servers", "encoders"}) {
		t.Errorf("started are %v", got)
	}
	if got := names(a.ingestComponents(nil, nil)); !slices.Equal(got, []string{"rtmp", "srt"}) {
		t.Errorf("encoders have %v", got)
	}
}

// systemd kills a server that takes longer than the unit allows.
func TestTheUnitAllowsAWholeShutdown(t *testing.T) {
	unit, err := os.ReadFile("../../deploy/grandstand.service")
	if err != nil {
		t.Fatal(err)
	}
	field, _ := reflect.TypeFor[config.Config]().FieldByName("Grace")
	grace, err := time.ParseDuration(field.Tag.Get("default"))
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?m)^TimeoutStopSec=(\d+)$`).FindSubmatch(unit)
	if found == nil {
		t.Fatal("the unit has no TimeoutStopSec")
	}
	if allowed, err := time.ParseDuration(string(found[1]) + "s"); err != nil || allowed < grace+15*time.Second {
		t.Errorf("the unit allows %s, a shutdown takes %s", allowed, grace)
	}
}
