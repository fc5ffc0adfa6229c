package progressive

import (
	"encoding/binary"
	"fmt"
)

// fragment is a part of a stored segment: what its samples are and where.
type fragment struct {
	tables  int64 // where its moof box begins in the stored file
	start   int64 // of its first sample on the stream's timeline, in units of the rendition
	offset  int64 // of its first sample in the stored file
	size    int64 // of its samples together
	samples []sample
}

type sample struct {
	duration uint32
	size     uint32
	shown    int32 // after it is decoded, in units of the rendition
	key      bool
}

// shown is when the first of its samples is shown, which need not be the first of them.
func (f fragment) shown() int64 {
	at, first := f.start, f.start+int64(f.samples[0].shown)
	for _, s := range f.samples {
		first = min(first, at+int64(s.shown))
		at += int64(s.duration)
	}
	return first
}

// Box types that are looked for (ISO/IEC 14496-12, 8.8).
const (
	boxMoof = "moof"
	boxMdat = "mdat"
	boxTraf = "traf"
	boxTfhd = "tfhd"
	boxTfdt = "tfdt"
	boxTrun = "trun"
)

// Flags of track fragments and runs (8.8.7 and 8.8.8).
const (
	headBase     = 0x000001
	headEntry    = 0x000002
	headDuration = 0x000008
	headSize     = 0x000010
	headFlags    = 0x000020
	runOffset    = 0x000001
	runFirst     = 0x000004
	runDuration  = 0x000100
	runSize      = 0x000200
	runFlags     = 0x000400
	runShown     = 0x000800

	sampleDepends = 0x00010000 // sample_is_non_sync_sample
)

// readFragment reads the body of a moof box that stands at a place of its file. It is
// done by hand because a long game has tens of thousands, of tables that a reader by
// reflection takes a hundred times as long for.
func readFragment(body []byte, at int64) (fragment, error) {
	f := fragment{tables: at}
	var defaults trackDefaults
	runs := 0
	err := eachBox(body, func(kind string, inside []byte) error {
		if kind != boxTraf {
			return nil
		}
		return eachBox(inside, func(kind string, b []byte) error {
			in := &fields{rest: b}
			switch kind {
			case boxTfhd:
				defaults = in.head()
			case boxTfdt:
				f.start = in.decodeTime()
			case boxTrun:
				runs++
				in.run(&f, defaults, at)
			}
			return in.err()
		})
	})
	switch {
	case err != nil:
		return fragment{}, err
	case runs != 1 || len(f.samples) == 0:
		return fragment{}, fmt.Errorf("%d runs with %d samples in a part: %w", runs, len(f.samples), ErrSegment)
	}
	return f, nil
}

// trackDefaults are what a fragment says of all its samples at once.
type trackDefaults struct{ duration, size, flags uint32 }

// fields reads numbers of a box; what is missing reads as 0 and is an error in the end.
type fields struct {
	rest  []byte
	short bool
}

func (f *fields) err() error {
	if f.short {
		return fmt.Errorf("a box ends early: %w", ErrSegment)
	}
	return nil
}

func (f *fields) uint32() uint32 {
	if len(f.rest) < 4 {
		f.rest, f.short = nil, true
		return 0
	}
	v := binary.BigEndian.Uint32(f.rest)
	f.rest = f.rest[4:]
	return v
}

func (f *fields) uint64() uint64 {
	high := uint64(f.uint32())
	return high<<32 | uint64(f.uint32())
}

// given reads a number that is only there under a flag.
func (f *fields) given(flags, flag, otherwise uint32) uint32 {
	if flags&flag == 0 {
		return otherwise
	}
	return f.uint32()
}

func (f *fields) head() trackDefaults {
	flags := f.uint32() & 0xFFFFFF
	f.uint32() // track
	if flags&headBase != 0 {
		f.uint64()
	}
	f.given(flags, headEntry, 0)
	return trackDefaults{
		duration: f.given(flags, headDuration, 0), size: f.given(flags, headSize, 0), flags: f.given(flags, headFlags, 0),
	}
}

func (f *fields) decodeTime() int64 {
	if version := f.uint32() >> 24; version == 0 {
		return int64(f.uint32())
	}
	return int64(f.uint64())
}

// smallest is the least that a sample takes in a run whose samples say anything.
const smallest = 4

func (f *fields) run(into *fragment, d trackDefaults, at int64) {
	flags := f.uint32() & 0xFFFFFF
	count := int(f.uint32())
	into.offset = at + int64(int32(f.given(flags, runOffset, 0)))
	first := f.given(flags, runFirst, d.flags)
	if flags&(runDuration|runSize|runFlags|runShown) == 0 || count > len(f.rest)/smallest {
		f.short = true
		return
	}
	into.samples = make([]sample, count)
	for i := range into.samples {
		s := &into.samples[i]
		s.duration = f.given(flags, runDuration, d.duration)
		s.size = f.given(flags, runSize, d.size)
		said := d.flags
		if i == 0 {
			said = first
		}
		s.key = f.given(flags, runFlags, said)&sampleDepends == 0
		s.shown = int32(f.given(flags, runShown, 0))
		into.size += int64(s.size)
	}
}

// eachBox calls visit with every box of a body.
func eachBox(body []byte, visit func(kind string, inside []byte) error) error {
	for len(body) > 0 {
		h, ok := readHeader(body)
		if !ok || h.size > int64(len(body)) {
			return fmt.Errorf("a box ends early: %w", ErrSegment)
		}
		if err := visit(h.kind, body[h.length:h.size]); err != nil {
			return err
		}
		body = body[h.size:]
	}
	return nil
}

// header is how a box begins (4.2): size and length count bytes, the header included and
// alone.
type header struct {
	kind   string
	size   int64
	length int
}

// longHeader is the length of a header with a size of 64 bits.
const longHeader = 16

func readHeader(b []byte) (header, bool) {
	if len(b) < 8 {
		return header{}, false
	}
	h := header{size: int64(binary.BigEndian.Uint32(b)), kind: string(b[4:8]), length: 8}
	if h.size == 1 {
		if len(b) < longHeader {
			return header{}, false
		}
		h.size, h.length = int64(binary.BigEndian.Uint64(b[8:])), longHeader
	}
	return h, h.size >= int64(h.length)
}
