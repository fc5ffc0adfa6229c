package whip

import (
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// ntpAt is a time of a sender, in milliseconds.
func ntpAt(ms uint64) uint64 { return 4_000_000_000<<32 + ms/1000<<32 + ms%1000<<32/1000 }

// aligned is an aligner that heard a picture and, so much later, its sound.
func aligned(late time.Duration) *aligner {
	now := time.Unix(1000, 0)
	a := newAligner(now)
	a.picture.arrived(1000, a.moment(now))
	a.sound.arrived(5000, a.moment(now.Add(late)))
	return a
}

func milliseconds(n int64) int64 { return n * segment.Ticks / 1000 }

func TestClocksAgreeByReports(t *testing.T) {
	for name, tt := range map[string]struct {
		late            time.Duration
		picture, sound  report
		agreed          bool
		apart           int64 // of the sound's first packet from the picture's, in ms
		again           *report
		apartAfterwards int64
	}{
		"at one moment":       {0, report{ntpAt(0), 1000}, report{ntpAt(0), 5000}, true, 0, nil, 0},
		"late":                {time.Second, report{ntpAt(0), 1000}, report{ntpAt(0), 5000}, true, 0, nil, 0},
		"told at other times": {time.Second, report{ntpAt(700), 1000 + 63_000}, report{ntpAt(1500), 5000 + 72_000}, true, 0, nil, 0},
		"recorded later":      {0, report{ntpAt(0), 1000}, report{ntpAt(300), 5000}, true, 300, nil, 0},
		"implausible":         {0, report{ntpAt(0), 1000}, report{ntpAt(20_000), 5000}, false, 0, nil, 0},
		"of two clocks":       {0, report{1, 1000}, report{ntpAt(0), 5000}, false, 0, nil, 0},
		"drifting a little":   {0, report{ntpAt(0), 1000}, report{ntpAt(0), 5000}, true, 0, &report{ntpAt(10), 5000}, 0},
		"drifting":            {0, report{ntpAt(0), 1000}, report{ntpAt(0), 5000}, true, 0, &report{ntpAt(30), 5000}, 30},
	} {
		t.Run(name, func(t *testing.T) {
			a := aligned(tt.late)
			a.reported(&a.picture, tt.picture)
			a.reported(&a.sound, tt.sound)
			if a.agreed != tt.agreed {
				t.Fatalf("agreed: %v", a.agreed)
			}
			apart := func() int64 { return a.sound.ticks(5000) + a.offset - 1000 }
			if a.settle(); apart() < milliseconds(tt.apart)-2 || apart() > milliseconds(tt.apart)+2 {
				t.Errorf("%d ticks apart", apart())
			}
			if tt.again == nil {
				return
			}
			a.reported(&a.sound, *tt.again)
			if apart() < milliseconds(tt.apartAfterwards)-2 || apart() > milliseconds(tt.apartAfterwards)+2 {
				t.Errorf("%d ticks apart afterwards", apart())
			}
		})
	}
}

// Without reports what travelled least counts.
func TestClocksAgreeByArrival(t *testing.T) {
	a := aligned(300 * time.Millisecond)
	a.sound.arrived(5000+48_000, a.moment(time.Unix(1001, 0)))
	a.settle()
	if apart := a.sound.ticks(5000) + a.offset - 1000; !a.known || a.agreed || apart < -2 || apart > 2 {
		t.Errorf("%d ticks apart", apart)
	}
}
