package rtmp

import (
	"bytes"
	"io"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"github.com/grandstand/grandstand/internal/clock"
)

// traffic draws chunks of messages that follow the protocol.
func traffic(rt *rapid.T) []byte {
	out := append([]byte{3}, make([]byte, handshakeBytes-1)...)
	size := 128
	for range rapid.IntRange(0, 20).Draw(rt, "messages") {
		body := rapid.SliceOfN(rapid.Byte(), 0, 600).Draw(rt, "body")
		id := rapid.ByteRange(2, 63).Draw(rt, "id")
		kind := rapid.SampledFrom([]byte{typeVideo, typeAudio, 18, 20}).Draw(rt, "kind")
		old := size
		if rapid.IntRange(0, 5).Draw(rt, "resize") == 0 {
			size = rapid.IntRange(1, 1000).Draw(rt, "size")
			kind, id, body = typeSetChunkSize, 2, []byte{0, 0, byte(size >> 8), byte(size)}
		}
		stamp := rapid.SampledFrom([]uint32{0, 5, 0xFFFFFF}).Draw(rt, "time")
		header := []byte{id, byte(stamp >> 16), byte(stamp >> 8), byte(stamp), 0, byte(len(body) >> 8), byte(len(body)), kind, 1, 0, 0, 0}
		if stamp == 0xFFFFFF {
			header = append(header, 1, 2, 3, 4)
		}
		out = append(out, header...)
		for first := true; first || len(body) > 0; first = false {
			if !first {
				out = append(out, 0xC0|id)
				if stamp == 0xFFFFFF {
					out = append(out, 1, 2, 3, 4)
				}
			}
			n := min(len(body), old)
			out, body = append(out, body[:n]...), body[n:]
		}
	}
	return out
}

// Traffic by the rules passes unchanged however the network cuts it.
func TestGuardPassesWhatIsInOrder(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		sent := traffic(rt)
		for name, r := range map[string]io.Reader{
			"whole":  bytes.NewReader(sent),
			"single": iotest.OneByteReader(bytes.NewReader(sent)),
			"halves": iotest.HalfReader(bytes.NewReader(sent)),
		} {
			g := newGuard(r, clock.System{}, 0)
			got, err := io.ReadAll(g)
			if err != nil {
				rt.Fatalf("%s: %v", name, err)
			}
			if !bytes.Equal(got, sent) {
				rt.Fatalf("%s: changed", name)
			}
			if g.unfinished != 0 {
				rt.Fatalf("%s: %d bytes unfinished", name, g.unfinished)
			}
		}
	})
}

// Anything else passes or fails, in the same place however it is cut, and never
// makes the guard hold much.
func TestGuardSurvivesAnything(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		sent := append(traffic(rt), rapid.SliceOfN(rapid.Byte(), 0, 3000).Draw(rt, "noise")...)
		one := newGuard(bytes.NewReader(sent), clock.System{}, 0)
		_, errOne := io.ReadAll(one)
		all := newGuard(iotest.OneByteReader(bytes.NewReader(sent)), clock.System{}, 0)
		_, errAll := io.ReadAll(all)
		if (errOne == nil) != (errAll == nil) {
			rt.Fatalf("whole: %v, in single bytes: %v", errOne, errAll)
		}
		if len(all.header) > 16 || len(all.control) > maxControl {
			rt.Fatalf("holds %d and %d bytes", len(all.header), len(all.control))
		}
	})
}
