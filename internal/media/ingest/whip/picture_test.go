package whip

import (
	"testing"

	"github.com/pion/rtp"
	"github.com/pion/rtp/codecs"
	"pgregory.net/rapid"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// spsBytes is a parameter set of 320x180 at 30 pictures a second.
const spsBytes = "\x67\x64\x00\x0d\xac\xd9\x41\x41\x9f\x9f\x01\x10\x00\x00\x03\x00\x10\x00\x00\x03\x03\xc0\xf1\x42\x99\x60"

// accessUnit is a picture with start codes: a key frame with its parameter sets, or one
// that depends on it. Of its content only the length is true.
func accessUnit(key bool, size int) []byte {
	slice := make([]byte, size)
	for i := range slice {
		slice[i] = 0xAB
	}
	if !key {
		return append([]byte("\x00\x00\x00\x01\x41\x9a"), slice...)
	}
	return append([]byte("\x00\x00\x00\x01"+spsBytes+"\x00\x00\x00\x01\x68\xef\x8f\xcb\x00\x00\x00\x01\x65\x88"), slice...)
}

// sent is a packet with the picture that it belongs to.
type sent struct {
	*rtp.Packet
	picture int
}

// sequence is so many pictures in packets, each tenth a key frame.
func sequence(t *rapid.T, count int) (packets []sent, sizes []int) {
	p := rtp.NewPacketizer(200, 96, 1, &codecs.H264Payloader{}, rtp.NewFixedSequencer(1), 90_000)
	for i := range count {
		size := rapid.IntRange(1, 900).Draw(t, "size")
		sizes = append(sizes, size)
		for _, packet := range p.Packetize(accessUnit(i%10 == 0, size), 0) {
			packet.Timestamp = uint32(i * 3000)
			packets = append(packets, sent{packet, i})
		}
	}
	return packets, sizes
}

// Whatever is lost, what is handed on is whole, and depends on nothing that was not.
func TestPicturesAreWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const count = 40
		packets, sizes := sequence(t, count)
		gone := map[int]bool{}
		p := newPictures(nil)
		last, lost := -1, false
		for _, packet := range packets {
			if rapid.IntRange(0, 30).Draw(t, "lose") == 0 {
				gone[packet.picture], lost = true, true
				continue
			}
			sample, err := p.add(ordered{arrival{Packet: packet.Packet, time: int64(packet.Timestamp)}, lost})
			lost = false
			if err != nil {
				t.Fatal(err)
			}
			if sample == nil {
				continue
			}
			n := int(sample.PTS / 3000)
			if slice := sample.NALUs[len(sample.NALUs)-1]; gone[n] || len(slice) != sizes[n]+2 {
				t.Fatalf("picture %d is torn: %d bytes of %d", n, len(slice), sizes[n]+2)
			}
			if n%10 != 0 && last != n-1 {
				t.Fatalf("picture %d follows %d", n, last)
			}
			last = n
		}
		if len(gone) == 0 && last != count-2 {
			t.Fatalf("nothing was lost, and the last is %d", last)
		}
	})
}

// add hands payloads of one picture over, and then what ends it.
func assemble(payloads ...[]byte) *segment.VideoSample {
	p := newPictures(nil)
	for i, payload := range payloads {
		_, _ = p.add(ordered{arrival{Packet: &rtp.Packet{Header: rtp.Header{Marker: i == len(payloads)-1}, Payload: payload}}, false})
	}
	whole, _ := p.add(ordered{arrival{Packet: &rtp.Packet{Payload: []byte{0x41, 0x9a}}, time: 3000}, false})
	return whole
}

func TestWhatIsNoPictureIsDropped(t *testing.T) {
	sps, pps := []byte(spsBytes), []byte("\x68\xef\x8f\xcb")
	if assemble(sps, pps, []byte("\x65\x88\x01\x02")) == nil {
		t.Fatal("a picture is dropped: the others prove nothing")
	}
	for name, payloads := range map[string][][]byte{
		"no parameter set":           {[]byte("\x65\x88\x01\x02")},
		"a fragment without begin":   {sps, pps, []byte("\x7c\x45\x88\x01")},
		"a fragment without end":     {sps, pps, []byte("\x7c\x85\x88\x01")},
		"a fragment in a fragment":   {sps, pps, []byte("\x7c\x85\x88\x01"), []byte("\x65\x88\x01\x02"), []byte("\x7c\x45\x88\x01")},
		"an empty fragment":          {sps, pps, []byte("\x7c")},
		"units that are longer":      {sps, pps, []byte("\x78\xff\xff\x65\x88")},
		"a kind that is interleaved": {sps, pps, []byte("\x79\x00\x00\x00\x02\x65\x88")},
		"the middle of a picture":    {sps, pps, []byte("\x65\x44\x01\x02")},
	} {
		if got := assemble(payloads...); got != nil {
			t.Errorf("%s: %d units", name, len(got.NALUs))
		}
	}
}

// A picture that never ends is refused before it fills the memory.
func TestAnEndlessPictureIsRefused(t *testing.T) {
	p := newPictures(nil)
	payload := make([]byte, 1200)
	payload[0], payload[1] = 0x7c, 0x85
	for range 2 * maxPicture / len(payload) {
		if _, err := p.add(ordered{arrival{Packet: &rtp.Packet{Payload: payload}}, false}); err != nil {
			return
		}
		payload[1] = 0x05
	}
	t.Error("it was taken")
}

// Anything at all is survived.
func TestPicturesSurviveAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := newPictures(nil)
		for range rapid.IntRange(1, 50).Draw(t, "packets") {
			packet := &rtp.Packet{Header: rtp.Header{Marker: rapid.Bool().Draw(t, "marker")}, Payload: rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, "payload")}
			at := rapid.Int64Range(0, 3).Draw(t, "time") * 3000
			_, _ = p.add(ordered{arrival{Packet: packet, time: at}, rapid.Bool().Draw(t, "lost")})
		}
	})
}
