package account

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fairqueue"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/passwordhash"
)

// logInCrowd has callers hash a password at the same moment and returns how long each waited.
func logInCrowd(t *testing.T, h *hasher, callers []fairqueue.Caller) (waits []time.Duration, refused []int) {
	t.Helper()
	begun := time.Now()
	var mu sync.Mutex
	var group sync.WaitGroup
	for _, caller := range callers {
		group.Go(func() {
			done, err := h.turn(t.Context(), caller)
			if err == nil {
				time.Sleep(passwordhash.EstimateTime(h.CurrentParams()))
				done()
			}
			mu.Lock()
			defer mu.Unlock()
			if busy, ok := errors.AsType[*fault.Error](err); ok && busy.Kind == fault.Unavailable {
				refused = append(refused, busy.RetryAfter)
			} else if err != nil {
				t.Error(err)
			} else {
				waits = append(waits, time.Since(begun))
			}
		})
	}
	group.Wait()
	slices.Sort(waits)
	slices.Sort(refused)
	return waits, refused
}

func hasherFor(processors int) *hasher {
	return newHasher(PasswordOptions{Hasher: passwordhash.InProcess{Params: passwordhash.DefaultParams()}, processors: processors})
}

// crowd is callers that hash a password each, on two processors.
type crowd struct {
	*hasher

	t     *testing.T
	flood string // what else happens
	group sync.WaitGroup
}

func newCrowd(t *testing.T, flood string) *crowd {
	return &crowd{hasher: hasherFor(2), t: t, flood: flood}
}

// enter adds a caller. One with a name must be in within 3 s.
func (q *crowd) enter(name string, caller fairqueue.Caller) {
	begun := time.Now()
	q.group.Go(func() {
		done, err := q.turn(q.t.Context(), caller)
		if err == nil {
			time.Sleep(passwordhash.EstimateTime(q.CurrentParams()))
			done()
		}
		if waited := time.Since(begun); name != "" && (err != nil || waited > 3*time.Second) {
			q.t.Errorf("%s, %s: in after %s, %v", name, q.flood, waited, err)
		}
	})
	synctest.Wait()
}

// 500 people behind one address are in within 25 s on two processors, without being told to
// come again. More processors serve more people.
func TestFiveHundredLoginsAtOnce(t *testing.T) {
	for processors, limit := range map[int]time.Duration{2: 25 * time.Second, 4: 13 * time.Second, 16: 4 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			waits, refused := logInCrowd(t, hasherFor(processors), make([]fairqueue.Caller, 500))
			if len(waits) != 500 || len(refused) > 0 || waits[len(waits)-1] > limit {
				t.Errorf("%d processors: %d are in, %d refused, the last after %s", processors, len(waits), len(refused), waits[len(waits)-1])
			}
		})
	}
}

// 110 providers that each send several logins delay a fan of another provider, a known device
// and another channel by less than 3 s, whether the flood has captcha tokens or not.
func TestAFloodOf110ProvidersDelaysNoOneElse(t *testing.T) {
	for _, lane := range []fairqueue.Lane{fairqueue.Unknown, fairqueue.PassedCaptcha} {
		synctest.Test(t, func(t *testing.T) {
			q := newCrowd(t, fmt.Sprintf("flood in lane %d", lane))
			for i := range 110 * 5 {
				q.enter("", fairqueue.Caller{Group: 1, Address: netip.AddrFrom4([4]byte{10, byte(i % 110), 0, 1}), Lane: lane})
			}
			q.enter("a fan", fairqueue.Caller{Group: 1, Address: netip.MustParseAddr("203.0.113.1"), Lane: fairqueue.PassedCaptcha})
			q.enter("a known device", fairqueue.Caller{Group: 1, Address: netip.MustParseAddr("10.7.0.1"), Lane: fairqueue.Known})
			q.enter("another channel", fairqueue.Caller{Group: 2, Address: netip.MustParseAddr("10.7.0.1")})
			q.group.Wait()
		})
	}
}

// 260 logins at a time, each from the next /48 of one provider, delay a fan of another provider and a known device of the
// same one by less than 3 s.
func TestAFloodFromEverNewNetworksOfAProviderDelaysNoOneElse(t *testing.T) {
	for _, lane := range []fairqueue.Lane{fairqueue.Unknown, fairqueue.PassedCaptcha} {
		synctest.Test(t, func(t *testing.T) {
			q := newCrowd(t, fmt.Sprintf("flood in lane %d", lane))
			site := 0
			address := func() netip.Addr {
				site++
				return netip.AddrFrom16([16]byte{0x20, 0x01, 0x0d, 0xb8, byte(site >> 8), byte(site), 15: 1})
			}
			for range 20 {
				for q.queue.Waiting() < 260 {
					q.enter("", fairqueue.Caller{Group: 1, Address: address(), Lane: lane})
				}
				q.enter("a fan", fairqueue.Caller{Group: 1, Address: netip.MustParseAddr("203.0.113.1"), Lane: lane})
				q.enter("a known device", fairqueue.Caller{Group: 1, Address: address(), Lane: fairqueue.Known})
				time.Sleep(time.Second)
			}
			q.group.Wait()
		})
	}
}

// A flood from known devices of 110 providers fills the queue, each device with its own account
// or all with one: the others are in within 3 s, and so is the flood's own channel.
func TestAFloodOfKnownDevicesStopsNoOneElse(t *testing.T) {
	for name, userOf := range map[string]func(i int) UserID{
		"many accounts": func(i int) UserID { return UserID(100 + i) },
		"one account":   func(int) UserID { return 100 },
	} {
		synctest.Test(t, func(t *testing.T) {
			q := newCrowd(t, "flood of "+name)
			flood := func() {
				for i := range 2 * q.most {
					q.enter("", knownCaller(1, userOf(i), netip.AddrFrom4([4]byte{10, byte(i % 110), 0, 1})))
				}
			}
			flood()
			if full := q.queue.Waiting() == q.most; full != (name == "many accounts") {
				t.Fatalf("flood of %s: %d wait", name, q.queue.Waiting())
			}
			time.Sleep(5 * time.Second)
			flood()
			fan := fairqueue.Caller{Group: 1, Address: netip.MustParseAddr("203.0.113.1"), Lane: fairqueue.PassedCaptcha}
			q.enter("a fan", fan)
			fan.Lane = fairqueue.Unknown
			q.enter("a fan without a captcha token", fan)
			q.enter("a known device", knownCaller(1, 1, netip.MustParseAddr("198.51.100.7")))
			q.enter("a known device of another channel", knownCaller(2, 2, netip.MustParseAddr("10.7.0.1")))
			q.enter("another channel", fairqueue.Caller{Group: 2, Address: netip.MustParseAddr("10.7.0.1")})
			flood()
			q.group.Wait()
		})
	}
}

// Callers over the limit are refused at once, each with another time to come again.
func TestRefusedCallersComeAgainApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := hasherFor(2)
		_, refused := logInCrowd(t, h, make([]fairqueue.Caller, 2*h.most))
		if len(refused) < h.most-hashBurst || refused[0] != int(soonest.Seconds()) {
			t.Fatalf("%d refused: %v", len(refused), refused)
		}
		for i, seconds := range refused {
			due := min(latest, soonest+time.Duration(float64(i)*float64(time.Second)/float64(h.later.Limit())))
			if (time.Duration(seconds)*time.Second - due).Abs() > time.Second {
				t.Fatalf("number %d is to come again after %d s, not %s", i, seconds, due)
			}
		}
	})
}

// A hash that never ends holds no caller for ever.
func TestAStuckHashEndsTheWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHasher(PasswordOptions{AtOnce: 1})
		if _, err := h.turn(t.Context(), fairqueue.Caller{}); err != nil { // and never ends
			t.Fatal(err)
		}
		begun := time.Now()
		if _, err := h.hash(t.Context(), fairqueue.Caller{}, secret); fault.KindOf(err) != fault.Unavailable || time.Since(begun) != maxTurnWait {
			t.Errorf("after %s: %v", time.Since(begun), err)
		}
	})
}

// A login that got no turn is not counted as a guess.
func TestWaitingInVainCostsNoAttempts(t *testing.T) {
	c := newClub(t, dbtest.SQLite(t))
	c.person("ada@example.com", actor.User)
	_, session := c.visitor()
	login := func(ctx context.Context) error {
		_, _, err := c.Login(ctx, session, "ada@example.com", secret, netip.Addr{})
		return err
	}
	turns := c.passwords.queue
	c.passwords.queue = fairqueue.New(fairqueue.Options{}) // gives no turns, and holds no callers
	for range 3 * accountAttempts.Burst {
		if err := login(t.Context()); fault.KindOf(err) != fault.Unavailable {
			t.Fatalf("a full queue answers %v", err)
		}
	}
	c.passwords.queue = fairqueue.New(fairqueue.Options{MaxWait: time.Hour, MaxWaiting: 10})
	for range 3 * accountAttempts.Burst {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := login(ctx); !errors.Is(err, context.Canceled) {
			t.Fatalf("who hung up while waiting gets %v", err)
		}
	}
	c.passwords.queue = turns
	if err := login(t.Context()); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}
