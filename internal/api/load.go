package api

import (
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
)

// Class says how dear a call is when there is too much to do: the cheapest class is
// shed first, playback last.
type Class uint8

// The classes. ClassBrowse is the zero value.
const (
	ClassBrowse Class = iota
	ClassAnalytics
	ClassPurchase
	ClassPlayback
	// ClassLogin is calls that can wait for a password hash, for seconds in a login storm: all that
	// take a password. They have a separate room, so that they take no room of others.
	ClassLogin
)

const (
	// defaultMaxInFlight is how many calls but those of playback are served at once, at most.
	defaultMaxInFlight = 1024
	// playbackRoom is how many times as many all may be where those of playback are counted
	// too. They cost little and many, such as renewals of places, only wait for the
	// database: while it is busy with a rush of purchases thousands who watch ask, and
	// none of them is to be refused for the purchases' sake.
	playbackRoom = 16
	// loginRoom is the same for ClassLogin: more than wait for a hash at once.
	loginRoom = 8
	// cheaperWait is for how long no cheaper call is let in after a dearer one was refused:
	// until that has come again, a second after it is told to. How many calls are in flight
	// changes by hundreds within milliseconds when thousands ask: without it lists would
	// slip in between purchases that are told to come again.
	cheaperWait = (againAfter + 1) * time.Second
)

// byPrice is the classes from what is shed first to what is shed last.
var byPrice = [...]Class{ClassAnalytics, ClassBrowse, ClassPurchase, ClassPlayback}

// Load bounds how many calls are served at once. Each class may fill only its share
// of the room, so that what is shed first leaves room for what is shed last.
type Load struct {
	clock    clock.Clock
	inFlight atomic.Int64
	logins   atomic.Int64
	room     [5]int64
	waits    [5]atomic.Int64 // since when, in milliseconds since the Unix epoch, a class waits for a dearer one
}

// NewLoad returns room for limit calls; 0 means the default.
func NewLoad(limit int, c clock.Clock) *Load {
	if limit <= 0 {
		limit = defaultMaxInFlight
	}
	room := int64(limit)
	return &Load{clock: c, room: [...]int64{
		ClassAnalytics: max(1, room/2), ClassBrowse: max(1, room*3/4), ClassPurchase: max(1, room*9/10), ClassPlayback: playbackRoom * room,
		ClassLogin: loginRoom * room,
	}}
}

// Enter takes a place for one call. Without one it returns false, and the caller
// answers 503; otherwise release must be called at the end.
func (l *Load) Enter(class Class) (release func(), ok bool) {
	if l.waiting(class) {
		return nil, false
	}
	if class == ClassLogin {
		return l.enterLogin()
	}
	if l.inFlight.Add(1) > l.room[class] {
		l.leave()
		l.holdCheaper(class)
		return nil, false
	}
	return l.leave, true
}

// enterLogin takes a place of ClassLogin.
func (l *Load) enterLogin() (release func(), ok bool) {
	leave := func() { l.logins.Add(-1) }
	if l.logins.Add(1) > l.room[ClassLogin] {
		leave()
		return nil, false
	}
	return leave, true
}

// waiting reports whether a dearer call was refused a moment ago. A moment that is yet to
// come is of a clock that was set back.
func (l *Load) waiting(class Class) bool {
	since := l.waits[class].Load()
	if since == 0 {
		return false
	}
	age := clock.Millis(l.clock.Now()) - since
	return 0 <= age && age < cheaperWait.Milliseconds()
}

func (l *Load) holdCheaper(than Class) {
	now := clock.Millis(l.clock.Now())
	for _, class := range byPrice {
		if class == than {
			return
		}
		l.waits[class].Store(now)
	}
}

func (l *Load) leave() { l.inFlight.Add(-1) }

// EnterBrowse takes a place of ClassBrowse, for pages and what else is not a call.
func (a *API) EnterBrowse() (release func(), ok bool) { return a.load.Enter(ClassBrowse) }

// Shed answers by next while there is room for ClassBrowse, and otherwise with 503.
func (a *API) Shed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		release, ok := a.EnterBrowse()
		if !ok {
			w.Header().Set("Retry-After", strconv.Itoa(againAfter))
			http.Error(w, "This site is busy. Please try again in a few seconds.", http.StatusServiceUnavailable)
			return
		}
		defer release()
		next.ServeHTTP(w, r)
	})
}

func overloaded() error {
	return fault.New(fault.Unavailable, "overloaded", "The service is busy. Please try again in a few seconds.")
}
