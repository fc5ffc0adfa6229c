package whip

import (
	"slices"
	"testing"
	"time"

	"github.com/pion/rtp"
	"pgregory.net/rapid"
)

func numbered(number uint16, at time.Time) arrival {
	return arrival{&rtp.Packet{Header: rtp.Header{SequenceNumber: number}}, 0, at}
}

// Whatever the network does within the time that is waited, the order is right, nothing
// comes twice, and a gap is told of exactly where one is.
func TestPacketsComeInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first := rapid.Uint16().Draw(t, "first")
		count := rapid.IntRange(1, 200).Draw(t, "count")
		lost := rapid.SliceOfN(rapid.IntRange(1, count), 0, 20).Draw(t, "lost")
		now := time.Unix(1000, 0)
		r := newReorder()
		var sent []int
		for i := range count {
			if i == 0 || !slices.Contains(lost, i) {
				sent = append(sent, i)
			}
		}
		shuffled := slices.Clone(sent)
		for i := 1; i+1 < len(shuffled); i += 2 { // the first must be first: what came before it is unknown
			if rapid.Bool().Draw(t, "swap") {
				shuffled[i], shuffled[i+1] = shuffled[i+1], shuffled[i]
			}
		}
		var got []ordered
		for _, i := range shuffled {
			now = now.Add(time.Millisecond)
			got = append(got, r.add(numbered(first+uint16(i), now))...)
			if rapid.Bool().Draw(t, "twice") {
				got = append(got, r.add(numbered(first+uint16(i), now))...)
			}
		}
		// More, after the patience is over, lets go of all that waits.
		for i := range 2 {
			got = append(got, r.add(numbered(first+uint16(count+i), now.Add(time.Duration(i+1)*2*patience)))...)
			sent = append(sent, count+i)
		}
		if len(got) != len(sent) {
			t.Fatalf("%d packets of %d", len(got), len(sent))
		}
		for n, p := range got {
			if p.SequenceNumber != first+uint16(sent[n]) {
				t.Fatalf("packet %d is %d", n, p.SequenceNumber-first)
			}
			if gap := n > 0 && sent[n] != sent[n-1]+1; p.lost != gap {
				t.Fatalf("packet %d after %d: lost %v", sent[n], sent[max(0, n-1)], p.lost)
			}
		}
	})
}

// Numbers that begin anew are followed after a while, and a few stray ones are not.
func TestNumbersThatBeginAnew(t *testing.T) {
	r, now := newReorder(), time.Unix(1000, 0)
	for i := range 10 {
		if got := r.add(numbered(uint16(i), now)); len(got) != 1 {
			t.Fatalf("packet %d: %d", i, len(got))
		}
	}
	heard := 0
	for i := range 100 {
		heard += len(r.add(numbered(uint16(40_000+i), now)))
		if i == 30 && len(r.add(numbered(10, now))) != 1 {
			t.Error("strays hold up what follows")
		}
	}
	if heard < 5 || heard > 100-maxStray+1 {
		t.Errorf("%d of 100 were heard", heard)
	}
}

func TestTimesWrap(t *testing.T) {
	var u unwrapper
	for _, tt := range []struct {
		in   uint32
		want int64
	}{{0xFFFFFFF0, 0xFFFFFFF0}, {0x10, 0x100000010}, {0xFFFFFFFF, 0xFFFFFFFF}, {0x80000000, 0x80000000}} {
		if got := u.time(tt.in); got != tt.want {
			t.Errorf("%x: %x", tt.in, got)
		}
	}
}
