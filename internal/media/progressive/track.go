package progressive

import (
	"bytes"
	"encoding/binary"
	"math"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// track collects the tables of one track. They are kept as they are written, so that two
// hours take a few megabytes.
type track struct {
	scale   int64    // units in a second
	entries [][]byte // sample descriptions, the newest last
	entry   uint32   // of what is being added, from 1

	count   uint32
	first   int64 // when the first sample is decoded, in units of the stream's timeline
	latest  int64 // when the newest is
	length  int64 // how long the newest lasts by itself
	shown   int64 // the earliest moment at which a sample is shown
	gone    int64 // the latest moment until which one is
	delayed bool  // some sample is not shown when it is decoded

	durations, offsets runs
	sizes, keys        []byte
	depends            bool // there are samples that are no keys
	places             []byte
	chunks             uint32
	groups             runGroups
}

func newTrack(scale int64) *track {
	return &track{scale: scale, shown: math.MaxInt64, gone: math.MinInt64}
}

// describe sets the sample description of what follows.
func (t *track) describe(entry []byte) {
	for i, known := range t.entries {
		if bytes.Equal(known, entry) {
			t.entry = uint32(i + 1)
			return
		}
	}
	t.entries = append(t.entries, entry)
	t.entry = uint32(len(t.entries))
}

// chunk adds a part, whose samples come together at a place behind the head. Its times
// are in units of rate and are shifted by a number of Ticks.
func (t *track) chunk(f fragment, rate, shift, place int64) {
	t.places = binary.BigEndian.AppendUint64(t.places, uint64(place))
	t.chunks++
	t.groups.add(t.chunks, uint32(len(f.samples)), t.entry)
	shift = rescale(shift, t.scale, segment.Ticks)
	moment := func(at int64) int64 { return rescale(at, t.scale, rate) + shift }
	at := f.start
	for _, s := range f.samples {
		end := at + int64(s.duration)
		t.sample(moment(at), moment(end), moment(at+int64(s.shown)), s)
		at = end
	}
}

// sample adds one. How long it lasts in the file its successor says: where runs meet the
// sound can be a few milliseconds short of it, or overlap it.
func (t *track) sample(at, end, shown int64, s sample) {
	if t.count == 0 {
		t.first = at
	} else {
		at = max(at, t.latest+1)
		t.durations.add(uint32(at - t.latest))
	}
	t.count++
	t.latest, t.length = at, max(end-at, 1)
	t.shown, t.gone = min(t.shown, shown), max(t.gone, shown+t.length)
	t.delayed = t.delayed || shown != at
	t.offsets.add(uint32(int32(shown - at)))
	t.sizes = binary.BigEndian.AppendUint32(t.sizes, s.size)
	if s.key {
		t.keys = binary.BigEndian.AppendUint32(t.keys, t.count)
	}
	t.depends = t.depends || !s.key
}

// finish says how long the last sample is, and makes all offsets at least 0: version 0 of
// their table is what every player reads. It returns by how much they were moved.
func (t *track) finish() (moved int64) {
	t.durations.add(uint32(t.length))
	t.durations.flush()
	t.offsets.flush()
	least := int32(0)
	for i := 4; i < len(t.offsets.table); i += 8 {
		least = min(least, int32(binary.BigEndian.Uint32(t.offsets.table[i:])))
	}
	if least == 0 {
		return 0
	}
	for i := 4; i < len(t.offsets.table); i += 8 {
		at := t.offsets.table[i:]
		binary.BigEndian.PutUint32(at, binary.BigEndian.Uint32(at)+uint32(-least))
	}
	return -int64(least)
}

// end is when the last sample ends, in units of the stream's timeline.
func (t *track) end() int64 { return t.latest + t.length }

// runs is a table of numbers of which many in a row are equal: how many, and what.
type runs struct {
	table []byte
	value uint32
	count uint32
}

func (r *runs) add(value uint32) {
	if r.count > 0 && value != r.value {
		r.flush()
	}
	r.value = value
	r.count++
}

func (r *runs) flush() {
	if r.count > 0 {
		r.table = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(r.table, r.count), r.value)
	}
	r.count = 0
}

// runGroups is the table of how many samples are in a chunk (8.7.4).
type runGroups struct {
	table          []byte
	samples, entry uint32
}

func (g *runGroups) add(chunk, samples, entry uint32) {
	if samples == g.samples && entry == g.entry {
		return
	}
	g.samples, g.entry = samples, entry
	for _, v := range [...]uint32{chunk, samples, entry} {
		g.table = binary.BigEndian.AppendUint32(g.table, v)
	}
}

// soundScale is in how many units of a second the sound of runs can be counted exactly,
// whatever their sample rates; where no number is small enough, to the nearest tick.
func soundScale(all []*segment.Run) int64 {
	scale := int64(1)
	for _, run := range all {
		rate := run.Audio.SampleRate
		scale = scale / divisor(scale, rate) * rate
		if scale > math.MaxInt32 {
			return segment.Ticks
		}
	}
	return scale
}

// divisor is the greatest that both have.
func divisor(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// rescale converts v from units of 1/from to units of 1/to seconds, to the nearest.
func rescale(v, to, from int64) int64 {
	if to == from {
		return v
	}
	second, rest := v/from, v%from
	if rest < 0 {
		second, rest = second-1, rest+from
	}
	return second*to + (rest*to+from/2)/from
}
