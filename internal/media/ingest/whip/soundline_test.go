package whip

import (
	"testing"

	"pgregory.net/rapid"
)

// opusPacket is 20 ms of something.
func opusPacket() []byte { return []byte{31<<3 | 4, 1, 2, 3} }

const opus20 = 960

// Whatever is lost, each sample keeps its time to 2.5 ms, and the line has no holes.
func TestSoundKeepsItsTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := &soundLine{}
		at := rapid.Int64Range(0, 1<<33).Draw(t, "start")
		fed := int64(0)
		for range rapid.IntRange(1, 100).Draw(t, "packets") {
			at += rapid.SampledFrom([]int64{0, 0, 0, 0, 7, opus20, 20 * opus20, -opus20, 10 * opusRate, -10 * opusRate}).Draw(t, "gap")
			packets := l.add(at, opusPacket())
			begin := fed
			for _, p := range packets {
				fed += lengthOf(p)
			}
			if fed != l.fed {
				t.Fatalf("%d samples counted of %d", l.fed, fed)
			}
			if len(packets) == 0 { // of a time that is over
				continue
			}
			mine := l.anchors[len(l.anchors)-1]
			if off := mine.time + (fed - opus20 - mine.sample) - at; off <= -minOpus || off >= minOpus {
				t.Fatalf("a packet at %d is %d samples off (began at %d)", at, off, begin)
			}
			at += opus20
		}
	})
}

func TestWhatIsNoOpusIsPassedOver(t *testing.T) {
	l := &soundLine{}
	for _, p := range [][]byte{nil, {}, {31<<3 | 3}, {31<<3 | 3, 0}, {31<<3 | 3, 63}, make([]byte, maxOpus+1)} {
		if got := l.add(0, p); got != nil {
			t.Errorf("%d bytes: %d packets", len(p), len(got))
		}
	}
}

// Samples are asked for in their order, over a jump of the clock.
func TestTimesOfSamples(t *testing.T) {
	l := &soundLine{}
	l.add(1000, opusPacket())
	l.add(1000+opus20, opusPacket())
	l.add(50_000_000, opusPacket())
	for _, tt := range [][2]int64{{-1024, -24}, {0, 1000}, {opus20, 1960}, {2*opus20 - 1, 1000 + 2*opus20 - 1}, {2 * opus20, 50_000_000}, {3 * opus20, 50_000_960}} {
		if got := l.time(tt[0]); got != tt[1] {
			t.Errorf("sample %d: %d, want %d", tt[0], got, tt[1])
		}
	}
}
