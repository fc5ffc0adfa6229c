package stripesim

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Options say where the simulator keeps its state and how it is reached.
type Options struct {
	// Folder holds the journal, which outlives a crash. Empty means in memory only.
	Folder string
	Log    *slog.Logger
	// Now is the clock of every account; nil means the machine's.
	Now func() time.Time
	// Base is the prefix under which browsers see the simulator's pages, such as /stripe-simulator or
	// https://example.com/stripe-simulator. Empty means the host that the request was sent to.
	Base string
}

// Server is the simulator.
type Server struct {
	log  *slog.Logger
	now  func() time.Time
	base string

	all     *http.ServeMux
	browser *http.ServeMux

	mu       sync.Mutex // guards accounts and everything in them, and faults
	accounts map[string]*account
	faults   faults
	journal  *journal

	wake    chan struct{} // tells the delivery loop that there may be something to do
	stop    context.CancelFunc
	stopped sync.WaitGroup
}

// Open reads the state back and starts to deliver webhooks. It must be closed.
func Open(options Options) (*Server, error) {
	s := &Server{
		log: options.Log, now: options.Now, base: strings.TrimSuffix(options.Base, "/"),
		accounts: map[string]*account{}, wake: make(chan struct{}, 1),
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.now == nil {
		s.now = time.Now
	}
	if options.Folder != "" {
		opened, err := openJournal(options.Folder, s.apply, s.dump)
		if err != nil {
			return nil, err
		}
		s.journal = opened
	}
	s.routes()
	ctx, stop := context.WithCancel(context.Background())
	s.stop = stop
	s.stopped.Go(func() { s.deliverAll(ctx) })
	return s, nil
}

// Close ends deliveries and closes the journal. What was not delivered is delivered after the next Open.
func (s *Server) Close() error {
	s.stop()
	s.stopped.Wait()
	return s.journal.close()
}

// ServeHTTP answers everything: Stripe's calls, the pages, and the simulator's own calls under /_simulator/.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.strip(s.all).ServeHTTP(w, r)
}

// Browser answers what browsers may call: with a publishable key the calls that Stripe.js makes, and the pages that
// people see.
func (s *Server) Browser() http.Handler { return s.strip(s.browser) }

// strip takes the base's path away from requests that still carry it.
func (s *Server) strip(next http.Handler) http.Handler {
	path := s.base
	if _, rest, ok := strings.Cut(path, "://"); ok {
		_, path, _ = strings.Cut(rest, "/")
		path = "/" + path
	}
	if path == "" || path == "/" {
		return next
	}
	stripped := http.StripPrefix(path, next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, path+"/") {
			stripped.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// account returns the account of that name, new if it is asked for the first time. Called with mu held.
func (s *Server) account(name string) *account {
	acc := s.accounts[name]
	if acc == nil {
		acc = newAccount(name)
		s.accounts[name] = acc
	}
	return acc
}

// commit stores what a transaction changed, with the reply kept under its key. Called with mu held; what was committed
// is safe when the journal was waited for.
func (s *Server) commit(t *tx, kept *reply) {
	changed := t.snapshots()
	if len(changed) == 0 && kept == nil {
		return
	}
	for _, o := range changed {
		t.acc.keep(o)
	}
	if kept != nil {
		t.acc.replies[kept.Key] = *kept
	}
	s.journal.append(entry{Account: t.acc.name, Objects: changed, Reply: kept})
	s.rouse()
}

// rouse wakes the delivery loop.
func (s *Server) rouse() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// apply brings back one line of the journal.
func (s *Server) apply(e entry) {
	if e.Reset {
		s.accounts = map[string]*account{}
		return
	}
	acc := s.account(e.Account)
	for _, o := range e.Objects {
		acc.keep(o)
	}
	if e.Reply != nil {
		acc.replies[e.Reply.Key] = *e.Reply
	}
}

// dump is the whole state as entries, without replies that have expired.
func (s *Server) dump() []entry {
	now := s.now().Unix()
	var out []entry
	for name, acc := range s.accounts {
		for _, ids := range acc.order {
			for _, id := range ids {
				out = append(out, entry{Account: name, Objects: []object{acc.objects[id]}})
			}
		}
		for key, kept := range acc.replies {
			if kept.expired(now) {
				delete(acc.replies, key)
				continue
			}
			out = append(out, entry{Account: name, Reply: &kept})
		}
	}
	return out
}
