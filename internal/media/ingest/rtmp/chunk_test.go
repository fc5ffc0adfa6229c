package rtmp

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

// writer writes messages in chunks as the specification allows, by the choices that are drawn.
type writer struct {
	rt   *rapid.T
	size int
	last map[int]packet
	out  []byte
}

// number writes the basic header of a chunk, in the form of one, two or three bytes that fits.
func number(format byte, id int) []byte {
	switch {
	case id < 64:
		return []byte{format<<6 | byte(id)}
	case id < 320:
		return []byte{format << 6, byte(id - 64)}
	default:
		return []byte{format<<6 | 1, byte(id - 64), byte((id - 64) >> 8)}
	}
}

func stamp(n uint32) (short, extended []byte) {
	if n < extendedTime {
		return []byte{byte(n >> 16), byte(n >> 8), byte(n)}, nil
	}
	return []byte{0xFF, 0xFF, 0xFF}, []byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}
}

func (w *writer) write(id int, p packet) {
	last, known := w.last[id]
	w.last[id] = p
	format := byte(0)
	if known && last.stream == p.stream && p.time >= last.time && rapid.Bool().Draw(w.rt, "delta") {
		format = 1
		if len(last.body) == len(p.body) && last.kind == p.kind {
			format = 2
		}
	}
	at := p.time
	if format > 0 {
		at -= last.time
	}
	n, extended := stamp(at)
	if format < 2 {
		n = append(n, byte(len(p.body)>>16), byte(len(p.body)>>8), byte(len(p.body)), p.kind)
	}
	if format == 0 {
		n = append(n, byte(p.stream), byte(p.stream>>8), byte(p.stream>>16), byte(p.stream>>24))
	}
	head := append(append(number(format, id), n...), extended...)
	repeat := rapid.Bool().Draw(w.rt, "repeat the extended time")
	for body := p.body; ; {
		part := min(len(body), w.size)
		w.out = append(append(w.out, head...), body[:part]...)
		if body = body[part:]; len(body) == 0 {
			return
		}
		head = number(3, id)
		if repeat {
			head = append(head, extended...)
		}
	}
}

// A message is read as it was sent, in each form that the specification allows.
func TestChunksOfEveryForm(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := &writer{rt: rt, size: 128, last: map[int]packet{}}
		var want []packet
		for range rapid.IntRange(0, 30).Draw(rt, "messages") {
			p := packet{
				kind: rapid.SampledFrom([]byte{typeVideo, typeAudio, typeCommand}).Draw(rt, "kind"), stream: 1,
				time: rapid.SampledFrom([]uint32{0, 40, 0xFFFFFE, 0xFFFFFF, 0x1000000, 1 << 31}).Draw(rt, "time"),
				// A body of this byte is never taken for a time that is repeated.
				body: bytes.Repeat([]byte{0xAB}, rapid.SampledFrom([]int{0, 1, 127, 128, 129, 600}).Draw(rt, "length")),
			}
			id := rapid.SampledFrom([]int{2, 3, 63, 64, 319, 320, 65599}).Draw(rt, "chunk stream")
			if rapid.IntRange(0, 5).Draw(rt, "resize") == 0 {
				size := rapid.IntRange(1, 1000).Draw(rt, "size")
				resize := packet{kind: typeSetChunkSize, body: []byte{0, 0, byte(size >> 8), byte(size)}}
				w.write(2, resize)
				want = append(want, resize)
				w.size = size
			}
			w.write(id, p)
			want = append(want, p)
		}
		for name, r := range map[string]io.Reader{"whole": bytes.NewReader(w.out), "single": iotest.OneByteReader(bytes.NewReader(w.out))} {
			got, held, err := join(r, true)
			if !errors.Is(err, io.EOF) || held != 0 || len(got) != len(want) {
				rt.Fatalf("%s: %d messages of %d, %d bytes held, %v", name, len(got), len(want), held, err)
			}
			for i, p := range got {
				if p.kind != want[i].kind || p.time != want[i].time || !bytes.Equal(p.body, want[i].body) {
					rt.Fatalf("%s: message %d is %d at %d with %d bytes, want %d at %d with %d", name, i, p.kind, p.time, len(p.body),
						want[i].kind, want[i].time, len(want[i].body))
				}
			}
		}
	})
}

// Headers that encoders and the specification understand otherwise.
func TestHeadersThatSayLess(t *testing.T) {
	for name, tt := range map[string]struct {
		sent  []byte
		times []uint32
	}{
		// "If a Type 3 chunk follows a Type 0 chunk, then the timestamp delta [...] is the same as the timestamp of the Type 0 chunk."
		"type 3 after type 0":        {[]byte{5, 0, 0, 20, 0, 0, 1, 9, 1, 0, 0, 0, 7, 0xC5, 7, 0xC5, 7}, []uint32{20, 40, 60}},
		"type 3 after a late type 0": {[]byte{5, 1, 0, 0, 0, 0, 1, 9, 1, 0, 0, 0, 7, 0xC5, 7}, []uint32{65536, 65536}},
		"type 3 after type 1":        {[]byte{5, 0, 0, 20, 0, 0, 1, 9, 1, 0, 0, 0, 7, 0x45, 0, 0, 5, 0, 0, 1, 9, 7, 0xC5, 7}, []uint32{20, 25, 30}},
		"type 1 begins":              {[]byte{0x45, 0, 0, 5, 0, 0, 1, 9, 7}, []uint32{5}},
		"nothing in it":              {[]byte{5, 0, 0, 20, 0, 0, 0, 9, 1, 0, 0, 0, 0xC5}, []uint32{20, 40}},
		"begun and not ended":        {append([]byte{5, 0, 0, 20, 0, 1, 0, 9, 1, 0, 0, 0}, append(make([]byte, 128), 5, 0, 0, 40, 0, 0, 1, 9, 1, 0, 0, 0, 7)...), []uint32{40}},
		"a header in the middle":     {append([]byte{5, 0, 0, 20, 0, 0, 129, 9, 1, 0, 0, 0}, append(make([]byte, 128), 0x85, 0, 0, 0, 7)...), []uint32{20}},
	} {
		got, _, err := join(bytes.NewReader(tt.sent), true)
		if !errors.Is(err, io.EOF) || len(got) != len(tt.times) {
			t.Errorf("%s: %d messages, %v", name, len(got), err)
			continue
		}
		for i, p := range got {
			if p.time != tt.times[i] {
				t.Errorf("%s: message %d is at %d, want %d", name, i, p.time, tt.times[i])
			}
		}
	}
}

// Random bytes end the connection at the same place, however they are cut. The reader holds what was sent, and at most one
// piece whose bytes have not arrived.
func TestNoiseInChunks(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		sent := append(published(), rapid.SliceOfN(rapid.Byte(), 0, 3000).Draw(rt, "noise")...)
		whole, _, errWhole := join(bytes.NewReader(sent), false)
		single, held, errSingle := join(iotest.OneByteReader(bytes.NewReader(sent)), false)
		if (errWhole == nil) != (errSingle == nil) || len(whole) != len(single) || held > len(sent)+piece {
			rt.Fatalf("whole: %d, %v; in single bytes: %d, %v; %d held", len(whole), errWhole, len(single), errSingle, held)
		}
	})
}
