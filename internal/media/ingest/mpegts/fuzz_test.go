package mpegts

import (
	"bytes"
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grandstand/grandstand/internal/media/ingest"
)

// Whatever comes is taken in the same way however the network cuts it, fails for a reason
// with a name, and makes the demuxer hold little.
func FuzzDemuxer(f *testing.F) {
	stream, _ := muxed(f, clockPeriod-9000, 4, func() int { return 300 })
	f.Add(stream, uint8(188))
	f.Add(stream[7:], uint8(3))
	f.Add(bytes.Repeat([]byte{syncByte}, 4*packetSize), uint8(1))
	f.Add([]byte("GET / HTTP/1.1\r\n\r\n"), uint8(5))
	f.Fuzz(func(t *testing.T, stream []byte, piece uint8) {
		var whole, cut notes
		one := New(noting{&whole})
		_, errWhole := one.Write(context.Background(), stream)
		if errWhole != nil && ingest.CodeOf(errWhole) == ingest.Unknown {
			t.Fatalf("fails without a name: %v", errWhole)
		}
		checkHeld(t, one)
		two := New(noting{&cut})
		var errCut error
		for rest := stream; len(rest) > 0 && errCut == nil; {
			n := min(int(piece)+1, len(rest))
			_, errCut = two.Write(context.Background(), rest[:n])
			rest = rest[n:]
		}
		if ingest.CodeOf(errWhole) != ingest.CodeOf(errCut) || (errWhole == nil) != (errCut == nil) {
			t.Fatalf("whole: %v, in pieces of %d: %v", errWhole, int(piece)+1, errCut)
		}
		if diff := cmp.Diff(whole, cut); diff != "" {
			t.Fatal(diff)
		}
		for _, v := range whole.Video {
			for _, unit := range v.NALUs {
				if len(unit) == 0 {
					t.Fatal("an empty unit is handed on")
				}
			}
		}
	})
}
