package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// fansEnv makes this program a part of the crowd: fans have processes of their own, which give way to the server.
const fansEnv = "GRANDSTAND_BENCH_FANS"

// fansPerProcess stays far below the number of files that a process may have: a fan has up to two connections.
const fansPerProcess = 5_000

// What a fan comes with.
const (
	returning = "returning" // an api key of an earlier visit, and a pass
	newcomer  = "newcomer"  // nothing
	forgotten = "forgotten" // a pass, and a password to log in with
	buyer     = "buyer"     // an api key, and a card
)

// fanSpec says who a fan is.
type fanSpec struct {
	Kind  string `json:"kind"`
	Email string `json:"email"`
	Key   string `json:"key"`
	// Feed is whether the page is in sight: only then it follows scores.
	Feed bool `json:"feed"`
}

// fansOrder is what a process of fans is told first.
type fansOrder struct {
	URL    string    `json:"url"`
	Host   string    `json:"host"`  // under which the channel is known
	Local  string    `json:"local"` // address that the fans come from
	Paid   int64     `json:"paid"`  // the game that a pass opens
	Free   int64     `json:"free"`  // the one that newcomers watch
	Pass   int64     `json:"pass"`
	Other  int64     `json:"other"` // a pass that nobody needs to watch
	Fans   []fanSpec `json:"fans"`
	Rush   []fanSpec `json:"rush"` // who buys the other pass, when told so
	Begin  time.Time `json:"begin"`
	Within int       `json:"within"` // seconds in which all arrive
}

// fansCommand is what it is told later.
type fansCommand struct {
	Do string    `json:"do"`
	At time.Time `json:"at"`
	N  int       `json:"n"`
}

// What fans are told.
const (
	doTally = "tally" // tell what was met since the last one
	doRush  = "rush"  // so many more buy
	doLose  = "lose"  // the server is about to go
	doFind  = "find"  // it is there again
)

// fans are the processes of the crowd.
type fans []*fanProcess

type fanProcess struct {
	process *exec.Cmd
	orders  *json.Encoder
	in      io.Closer
	said    *json.Decoder
}

// invite starts the processes that the orders are for.
func invite(ctx context.Context, orders []fansOrder) (fans, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	// They give way to the server as what hashes its passwords does: in life they bring their own processors.
	const niceness = "10"
	var all fans
	for _, order := range orders {
		p := &fanProcess{process: exec.CommandContext(ctx, "nice", "-n", niceness, self)}
		p.process.Env, p.process.Stderr = append(os.Environ(), fansEnv+"=1"), os.Stderr
		in, err := p.process.StdinPipe()
		if err != nil {
			return nil, err
		}
		out, err := p.process.StdoutPipe()
		if err != nil {
			return nil, err
		}
		p.in, p.orders, p.said = in, json.NewEncoder(in), json.NewDecoder(out)
		if err := p.process.Start(); err != nil {
			return nil, err
		}
		if err := p.orders.Encode(order); err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

func (f fans) tell(c fansCommand) error {
	for _, p := range f {
		if err := p.orders.Encode(c); err != nil {
			return fmt.Errorf("tell the fans %q: %w", c.Do, err)
		}
	}
	return nil
}

// tally is what all of them have met since the last one.
func (f fans) tally() (*tally, error) {
	if err := f.tell(fansCommand{Do: doTally}); err != nil {
		return nil, err
	}
	all := newTally()
	for _, p := range f {
		var own tally
		if err := p.said.Decode(&own); err != nil {
			return nil, fmt.Errorf("hear what fans have met: %w", err)
		}
		all.add(&own)
	}
	return all, nil
}

// leave sends them home.
func (f fans) leave() (err error) {
	for _, p := range f {
		err = errors.Join(err, p.in.Close(), p.process.Wait())
	}
	return err
}
