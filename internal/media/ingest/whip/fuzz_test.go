package whip

import (
	"encoding/binary"
	"errors"
	"testing"
	"time"

	"github.com/pion/rtp"

	"github.com/grandstand/grandstand/internal/media/ingest"
	"github.com/grandstand/grandstand/internal/media/segment"
)

const sessionHead = "v=0\r\no=- 1 2 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\n"

// An offer is refused in words, or has one picture in H.264 with parameter sets that are such.
func FuzzOffer(f *testing.F) {
	picture := "m=video 9 UDP/TLS/RTP/SAVPF 96\r\na=rtpmap:96 H264/90000\r\na=fmtp:96 packetization-mode=1;sprop-parameter-sets=Z2QADazZQUGfnwEQAAADABAAAAMDwPFCmWA=,aO+Pyw==\r\n"
	f.Add(sessionHead + picture)
	f.Add(sessionHead + picture + "m=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=rtpmap:111 opus/48000/2\r\n")
	f.Add(sessionHead + "m=video 9 UDP/TLS/RTP/SAVPF 96\r\na=rtpmap:96 VP8/90000\r\na=simulcast:send a;b\r\n")
	f.Add(sessionHead + picture + picture)
	f.Add("v=0")
	f.Fuzz(func(t *testing.T, text string) {
		o, err := readOffer(text)
		if err != nil {
			if _, ok := errors.AsType[*ingest.Refusal](err); !ok {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		if o.text != text || (o.sps == nil) != (len(o.pps) == 0) {
			t.Errorf("%q is read as %+v", text, o)
		}
		if o.sps != nil && !isSPS(o.sps) {
			t.Errorf("the parameter set %x is none", o.sps)
		}
	})
}

// packetsOf reads packets as a line might bring them: each with its length before it.
func packetsOf(line []byte) (out []*rtp.Packet) {
	for len(line) >= 2 && len(out) < 4*maxStray {
		n := min(int(binary.BigEndian.Uint16(line)), len(line)-2)
		p := &rtp.Packet{}
		if p.Unmarshal(line[2:2+n]) == nil {
			out = append(out, p)
		}
		line = line[2+n:]
	}
	return out
}

// lineOf is the inverse of packetsOf.
func lineOf(f *testing.F, packets ...*rtp.Packet) (line []byte) {
	f.Helper()
	for _, p := range packets {
		b, err := p.Marshal()
		if err != nil {
			f.Fatal(err)
		}
		line = append(binary.BigEndian.AppendUint16(line, uint16(len(b))), b...)
	}
	return line
}

func rtpOf(number uint16, at uint32, marker bool, payload ...byte) *rtp.Packet {
	return &rtp.Packet{Header: rtp.Header{Version: 2, PayloadType: 96, SequenceNumber: number, Timestamp: at, Marker: marker}, Payload: payload}
}

// Whatever packets come, in whatever order, their numbers only rise, and what is handed on has
// pictures in it that were all there.
func FuzzPictures(f *testing.F) {
	f.Add(lineOf(f, rtpOf(1, 0, false, 0x67, 0x64, 0, 13), rtpOf(2, 0, false, 0x68, 0xef), rtpOf(3, 0, true, 0x65, 0x88, 1), rtpOf(4, 3000, true, 0x41, 0x9a), rtpOf(5, 6000, true, 0x41, 0x9a)))
	f.Add(lineOf(f, rtpOf(65535, 0, false, 0x7c, 0x85, 1, 2), rtpOf(0, 0, true, 0x7c, 0x45, 3), rtpOf(1, 9, true, 0x78, 0, 2, 0x41, 1, 0, 1, 0x41)))
	f.Add(lineOf(f, rtpOf(9, 7, true), rtpOf(3, 7, true, 28), rtpOf(10, 7, true, 0x18)))
	f.Fuzz(func(t *testing.T, line []byte) {
		r, p, clock := newReorder(), newPictures(nil), unwrapper{}
		now := time.Unix(1000, 0)
		last, began := int64(0), false
		for _, packet := range packetsOf(line) {
			now = now.Add(time.Duration(packet.SequenceNumber%200) * time.Millisecond)
			for _, o := range r.add(arrival{packet, clock.time(packet.Timestamp), now}) {
				if began && !o.lost && uint16(last+1) != o.SequenceNumber {
					t.Fatalf("packet %d follows %d without a gap being told", o.SequenceNumber, uint16(last))
				}
				last, began = int64(o.SequenceNumber), true
				sample, err := p.add(o)
				if err != nil {
					if ingest.CodeOf(err) == ingest.Unknown {
						t.Fatalf("fails without a name: %v", err)
					}
					return
				}
				checkPicture(t, p, sample)
			}
		}
		if len(r.waiting) > maxWaiting {
			t.Fatalf("%d packets wait", len(r.waiting))
		}
	})
}

func checkPicture(t *testing.T, p *pictures, sample *segment.VideoSample) {
	t.Helper()
	if p.size > maxPicture {
		t.Fatalf("a picture of %d bytes is held", p.size)
	}
	if sample == nil {
		return
	}
	for _, unit := range sample.NALUs {
		if len(unit) == 0 {
			t.Fatal("an empty unit is handed on")
		}
	}
}

// Whatever sound comes at whatever times, the line counts what it hands on, stands silence in
// for seconds at most, and knows a time of each sample.
func FuzzSoundLine(f *testing.F) {
	f.Add([]byte{0, 0, 0, 0, 4, 31<<3 | 4, 1, 2, 3, 0, 0, 3, 192, 4, 31<<3 | 4, 1, 2, 3})
	f.Add([]byte{127, 255, 255, 255, 1, 3, 128, 0, 0, 0, 2, 0xff, 0x3f})
	f.Fuzz(func(t *testing.T, line []byte) {
		l := &soundLine{}
		var at, fed int64
		for len(line) > 4 {
			n := min(int(line[4]), len(line)-5)
			at += int64(int32(binary.BigEndian.Uint32(line)))
			packets := l.add(at, line[5:5+n])
			line = line[5+n:]
			before := fed
			for _, p := range packets {
				fed += lengthOf(p)
			}
			if fed != l.fed || fed-before > maxSilence+maxOpusSamples {
				t.Fatalf("%d samples are handed on at once, %d of %d counted", fed-before, l.fed, fed)
			}
		}
		for sample, last := int64(0), int64(-1); sample < fed && sample < 1000; sample++ {
			if at := l.time(sample); sample > 0 && at != last+1 && len(l.anchors) == 0 {
				t.Fatalf("sample %d is at %d, the one before at %d", sample, at, last)
			} else {
				last = at
			}
		}
	})
}
