package api

import (
	"net/netip"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/netaddr"
	"github.com/grandstand/grandstand/internal/throttle"
)

// LimitKind chooses one of the limits per address.
type LimitKind uint8

// The limits. Every request takes from the general one.
const (
	GeneralLimit    LimitKind = iota
	SessionLimit              // new api keys: a row each
	CredentialLimit           // registrations and other proofs of who calls: a password hash each
	LoginLimit                // logins by password that fail, from unknown devices
	FormLimit                 // forms sent: a letter each
	ReportLimit               // reports of pages without an api key: a row each
)

// Limits are how much one address may do: there for abuse, wide enough for a school
// behind one address. A zero Rate means its default, a negative Burst no limit.
type Limits struct {
	General    throttle.Rate
	Session    throttle.Rate
	Credential throttle.Rate
	Login      throttle.Rate
	Form       throttle.Rate
	Report     throttle.Rate
	// Exempt networks have no limits; nil means loopback, which is this machine.
	Exempt []netip.Prefix
}

type limits struct {
	exempt []netip.Prefix
	kinds  [6]*throttle.Limiter[netip.Addr]
}

func newLimits(l Limits, c clock.Clock) limits {
	if l.Exempt == nil {
		l.Exempt = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}
	}
	build := func(rate, standard throttle.Rate) *throttle.Limiter[netip.Addr] {
		if rate == (throttle.Rate{}) {
			rate = standard
		}
		return throttle.New[netip.Addr](rate, c)
	}
	return limits{exempt: normalizeAll(l.Exempt), kinds: [...]*throttle.Limiter[netip.Addr]{
		GeneralLimit:    build(l.General, throttle.Rate{Every: 5 * time.Millisecond, Burst: 2000}),
		SessionLimit:    build(l.Session, throttle.Rate{Every: time.Second, Burst: 1000}),
		CredentialLimit: build(l.Credential, throttle.Rate{Every: 2 * time.Second, Burst: 60}),
		// A school or a stadium behind one address logs in within seconds: logins that succeed
		// give their permit back.
		LoginLimit:  build(l.Login, throttle.Rate{Every: 2 * time.Second, Burst: 1000}),
		FormLimit:   build(l.Form, throttle.Rate{Every: time.Minute, Burst: 20}),
		ReportLimit: build(l.Report, throttle.Rate{Every: 30 * time.Second, Burst: 20}),
	}}
}

// giveBack returns a permit that allow gave.
func (l *limits) giveBack(kind LimitKind, address netip.Addr) {
	if !isTrusted(address, l.exempt) {
		l.kinds[kind].GiveBack(netaddr.Subscriber(address))
	}
}

// allow takes one permit. The general limit is taken once, by Edge.
func (l *limits) allow(kind LimitKind, address netip.Addr) (time.Duration, bool) {
	limiter := l.kinds[kind]
	if limiter == nil || isTrusted(address, l.exempt) {
		return 0, true
	}
	return limiter.Allow(netaddr.Subscriber(address))
}
