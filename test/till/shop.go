// Package till buys from the built binary while it is killed, and compares what the simulator of the payment provider has
// charged with what the database says was sold. The simulator runs in a process of its own beside the server, and between
// the two lies a wire that the test can cut.
package till

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/grandstand/grandstand/test/stage"
)

// Channel is the key of the shop's channel, and of its account at the simulator.
const Channel = "till"

// Codes are the shop's promo codes: one that everybody may use, and one that runs out.
var codes = []string{"TENOFF", "FEW"}

// Options of a shop.
type Options struct {
	Dir      string   // of all data
	Data     string   // of the server; in Dir when empty
	DB       string   // GRANDSTAND_DB; SQLite in Data when empty
	Products int      // passes that it sells
	Games    int      // free games that it shows tomorrow
	Env      []string // further environment of the server, KEY=value
}

// Shop is a server that sells, and the simulator of the provider that takes the money.
type Shop struct {
	Server    *stage.Server
	Simulator *stage.Server
	Wire      *Wire
	Dir       string // the server's data folder

	dsn    string
	orders chan struct{} // holds a value when somebody has begun to order since NextOrder
}

// NextOrder waits until somebody begins to order.
func (s *Shop) NextOrder(ctx context.Context) error {
	select { // one of before does not count
	case <-s.orders:
	default:
	}
	select {
	case <-s.orders:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *Shop) noteOrder() {
	select {
	case s.orders <- struct{}{}:
	default:
	}
}

// Open starts a shop.
func Open(ctx context.Context, o Options) (*Shop, error) {
	pack := filepath.Join(o.Dir, "pack")
	if err := writePack(pack, o); err != nil {
		return nil, err
	}
	simulator, err := stage.Start(ctx, stage.Config{
		Dir: filepath.Join(o.Dir, "nothing"), Command: []string{"stripe-simulator", "--folder", filepath.Join(o.Dir, "simulator")},
		Ready: "/_simulator/faults",
	})
	if err != nil {
		return nil, err
	}
	data := cmp.Or(o.Data, filepath.Join(o.Dir, "data"))
	s := &Shop{Simulator: simulator, Dir: data, dsn: o.DB, orders: make(chan struct{}, 1)}
	if s.Wire, err = openWire(simulator.URL); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if s.dsn == "" {
		s.dsn = filepath.Join(data, "grandstand.db")
	}
	s.Server, err = stage.Start(ctx, stage.Config{Dir: data, DB: o.DB, Env: append([]string{"GRANDSTAND_STRIPE_URL=" + s.Wire.URL}, o.Env...)})
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if _, err := s.Server.Run(ctx, "channel", "apply", pack); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Close ends everything that Open started.
func (s *Shop) Close() error {
	var err error
	if s.Server != nil {
		err = s.Server.Stop()
	}
	if s.Wire != nil {
		s.Wire.close()
	}
	return errors.Join(err, s.Simulator.Stop())
}

// Crash kills the server, as the kernel would, and starts it again.
func (s *Shop) Crash(ctx context.Context) error {
	s.Server.Kill()
	return s.Server.Restart(ctx)
}

// CrashSimulator does the same to the provider.
func (s *Shop) CrashSimulator(ctx context.Context) error {
	s.Simulator.Kill()
	return s.Simulator.Restart(ctx)
}

// Head describes the shop's channel, as far as every pack of it does.
const Head = `key: till
name: Till
language: en
languages: [en]
currency: CAD
time_zone: America/Toronto
domains: [till.localhost]
colors:
  footer-background: "#000000"
  body-background: "#0d0b0b"
  body-text-color: "#f7f2ec"
  header-text-color: "#ffffff"
  accent: "#dd1219"
`

const packOffer = `  - {alias: pass-%d, kind: package, type: season, ends: today+240, name: Pass %d, base_price: 1000, service_fee: 130, weight: %d, capabilities: [watch]}
`

const packCoupons = `coupons:
  - {code: TENOFF, percent: 10}
  - {code: FEW, amount: 300, uses: 30, per_user: 7}
`

const packCatalog = `categories:
  - {alias: soccer, title: Soccer, color: "#1c6b3c"}
`

// writePack describes the channel: passes, all at the same price, and games.
func writePack(folder string, o Options) error {
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return err
	}
	var offers, games strings.Builder
	offers.WriteString("offers:\n")
	for i := range o.Products {
		fmt.Fprintf(&offers, packOffer, i, i, i+1)
	}
	offers.WriteString(packCoupons)
	games.WriteString("date,time,sport,access,name\n")
	for i := range o.Games {
		fmt.Fprintf(&games, "today+1,19:00,soccer,free,Game %d\n", i)
	}
	var errs error
	for name, text := range map[string]string{
		"channel.yaml": Head, "offers.yaml": offers.String(), "catalog.yaml": packCatalog, "schedule.csv": games.String(),
	} {
		errs = errors.Join(errs, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	return errs
}
