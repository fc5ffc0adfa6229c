package api

import (
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
)

func TestLoadShedsTheCheapestFirst(t *testing.T) {
	now := clock.NewManual(time.Date(2026, 11, 25, 19, 0, 0, 0, time.UTC))
	l := NewLoad(10, now)
	admitted := map[Class]int{}
	for _, class := range byPrice {
		for {
			if _, ok := l.Enter(class); !ok {
				break
			}
			admitted[class]++
		}
	}
	if admitted[ClassAnalytics] != 5 || admitted[ClassBrowse] != 2 || admitted[ClassPurchase] != 2 || admitted[ClassPlayback] != 151 {
		t.Errorf("admitted %v", admitted)
	}
	for range 160 {
		l.leave()
	}
	now.Advance(cheaperWait)
	release, ok := l.Enter(ClassAnalytics)
	if !ok {
		t.Fatal("room was lost")
	}
	release()
	if l.inFlight.Load() != 0 {
		t.Error("a place was not given back")
	}
}

func TestCheaperCallsWaitForDearerOnes(t *testing.T) {
	now := clock.NewManual(time.Date(2026, 11, 25, 19, 0, 0, 0, time.UTC))
	l := NewLoad(10, now)
	var releases []func()
	for {
		release, ok := l.Enter(ClassPurchase)
		if !ok {
			break
		}
		releases = append(releases, release)
	}
	for _, release := range releases {
		release()
	}
	lets := func(when string, want map[Class]bool) {
		t.Helper()
		for class, open := range want {
			release, ok := l.Enter(class)
			if ok {
				release()
			}
			if ok != open {
				t.Errorf("%s: class %d is let in: %t", when, class, ok)
			}
		}
	}
	lets("a purchase was refused", map[Class]bool{ClassAnalytics: false, ClassBrowse: false, ClassPurchase: true, ClassPlayback: true})
	now.Advance(cheaperWait - time.Millisecond)
	lets("a moment ago", map[Class]bool{ClassAnalytics: false, ClassBrowse: false, ClassPurchase: true})
	now.Advance(time.Millisecond)
	lets("long ago", map[Class]bool{ClassAnalytics: true, ClassBrowse: true, ClassPurchase: true})
	if l.inFlight.Load() != 0 {
		t.Errorf("%d places were not given back", l.inFlight.Load())
	}
}

func TestAClockSetBackHoldsNobody(t *testing.T) {
	now := clock.NewManual(time.Date(2026, 11, 25, 19, 0, 0, 0, time.UTC))
	l := NewLoad(2, now)
	for range 2 {
		_, _ = l.Enter(ClassPurchase)
	}
	l.leave()
	if _, ok := l.Enter(ClassBrowse); ok {
		t.Fatal("nobody waits")
	}
	now.Advance(-time.Hour)
	if _, ok := l.Enter(ClassBrowse); !ok {
		t.Error("a list waits for an hour")
	}
}

// Logins that wait for a password hash take no room of other calls.
func TestWaitingLoginsTakeNoRoomOfOthers(t *testing.T) {
	l := NewLoad(10, clock.NewManual(time.Date(2026, 11, 25, 19, 0, 0, 0, time.UTC)))
	waiting := 0
	for {
		if _, ok := l.Enter(ClassLogin); !ok {
			break
		}
		waiting++
	}
	if waiting != 10*loginRoom {
		t.Errorf("%d logins are let in", waiting)
	}
	for _, class := range byPrice {
		release, ok := l.Enter(class)
		if !ok {
			t.Fatalf("class %d is refused", class)
		}
		release()
	}
}
