package whip

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/bluenviron/mediacommon/v2/pkg/codecs/h264"
	"github.com/pion/rtp/codecs"

	"github.com/grandstand/grandstand/internal/media/ingest"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// maxPicture bounds what one picture may hold.
const maxPicture = 8 << 20

// Types of RTP payloads and bits of a fragment's header (RFC 6184, 5.2 and 5.8).
const (
	payloadTypeMask = 0x1F
	payloadFragment = 28
	fragmentBegins  = 0x80
	fragmentEnds    = 0x40
)

// pictures puts H.264 pictures together from packets in order (RFC 6184). A picture that
// lacks a packet is dropped, and so is every one after it until the next key frame: it
// would show what it does not have. A picture is whole when the next begins; the last one
// of a connection is left out.
type pictures struct {
	unit    codecs.H264Packet
	open    bool
	at      int64 // time of the open picture, in ticks
	units   [][]byte
	size    int
	torn    bool
	after   bool // packets were lost before it
	marked  bool // its last packet said that it is the last
	pending bool // a fragment has begun

	waiting bool // for a key frame
	sps     []byte
	given   bool               // the parameter set was in the offer: it need not come in band
	seen    bool               // a packet came
	dts     *h264.DTSExtractor // nil where times of decoding cannot be told
}

// newPictures begins with a key frame. The parameter set may be nil: it comes in band.
func newPictures(sps []byte) *pictures { return &pictures{waiting: true, sps: sps, given: sps != nil} }

// add takes a packet and returns the picture that it completes, if any. An error is final.
func (p *pictures) add(packet ordered) (*segment.VideoSample, error) {
	if len(packet.Payload) == 0 { // padding, by which senders measure a line
		return nil, nil
	}
	var whole *segment.VideoSample
	at := packet.time
	if p.open && (at != p.at || packet.lost) {
		p.torn = p.torn || packet.lost && (at == p.at || !p.marked)
		if at != p.at {
			whole = p.finish()
		}
	}
	if !p.open {
		p.begin(at, packet.lost || !p.seen)
	}
	p.seen = true
	p.marked = packet.Marker
	if p.size += len(packet.Payload); p.size > maxPicture {
		return nil, fmt.Errorf("a picture of more than %d bytes: %w", maxPicture, ingest.ErrExcess)
	}
	if !p.torn {
		p.torn = !p.take(packet.Payload)
	}
	return whole, nil
}

func (p *pictures) begin(at int64, lost bool) {
	p.unit = codecs.H264Packet{IsAVC: true}
	p.open, p.at, p.units, p.size = true, at, nil, 0
	p.torn, p.after, p.marked, p.pending = false, lost, false, false
}

// take adds a payload to the open picture and reports whether it fits there.
func (p *pictures) take(payload []byte) bool {
	if payload[0]&payloadTypeMask == payloadFragment {
		if len(payload) < 2 || p.pending == (payload[1]&fragmentBegins != 0) {
			return false
		}
		p.pending = payload[1]&fragmentEnds == 0
	} else if p.pending {
		return false
	}
	b, err := p.unit.Unmarshal(payload)
	if err != nil {
		return false
	}
	if len(b) == 0 {
		return true // a fragment that goes on
	}
	var units h264.AVCC
	if err := units.Unmarshal(b); err != nil {
		return false
	}
	p.units = append(p.units, units...)
	return true
}

// finish closes the open picture and returns it if it can be decoded.
func (p *pictures) finish() *segment.VideoSample {
	p.open = false
	key, pictured := p.look()
	switch {
	case p.torn, p.pending, p.after && (!key || !p.hasHead()):
		p.waiting = true // also for one that is whole and depends on what is not there
		return nil
	case pictured && p.waiting && (!key || p.sps == nil):
		return nil
	}
	sample := &segment.VideoSample{DTS: p.at, PTS: p.at, NALUs: p.units}
	if !pictured {
		return sample // parameter sets alone
	}
	if key {
		p.waiting, p.dts = false, &h264.DTSExtractor{}
		p.dts.Initialize()
	}
	sample.DTS = p.decoded(key)
	return sample
}

// look notes the picture's parameter set and says what there is.
func (p *pictures) look() (key, pictured bool) {
	for _, unit := range p.units {
		switch h264.NALUType(unit[0] & payloadTypeMask) {
		case h264.NALUTypeSPS:
			p.sps = bytes.Clone(unit)
		case h264.NALUTypeIDR:
			key, pictured = true, true
		case h264.NALUTypeNonIDR, h264.NALUTypeDataPartitionA:
			pictured = true
		default:
		}
	}
	return key, pictured
}

// hasHead reports whether the picture is there from its beginning: parameter sets, and a
// first slice that begins with the first macroblock (ITU-T H.264, 7.3.3).
func (p *pictures) hasHead() bool {
	first := slices.IndexFunc(p.units, isSlice)
	return first >= 0 && len(p.units[first]) > 1 && p.units[first][1]&0x80 != 0 &&
		(p.given || slices.ContainsFunc(p.units[:first], isSPS))
}

func isSPS(unit []byte) bool { return h264.NALUType(unit[0]&payloadTypeMask) == h264.NALUTypeSPS }

func isKey(unit []byte) bool { return h264.NALUType(unit[0]&payloadTypeMask) == h264.NALUTypeIDR }

func isSlice(unit []byte) bool {
	t := h264.NALUType(unit[0] & payloadTypeMask)
	return t == h264.NALUTypeIDR || t == h264.NALUTypeNonIDR || t == h264.NALUTypeDataPartitionA
}

// decoded is when the picture is to be decoded. RTP tells only when it is shown: an encoder
// that reorders pictures says in their order count which comes first.
func (p *pictures) decoded(key bool) int64 {
	if p.dts == nil {
		return p.at
	}
	units := p.units
	if key && !slices.ContainsFunc(units, isSPS) {
		units = slices.Concat([][]byte{p.sps}, units)
	}
	at, err := p.dts.Extract(units, p.at)
	if err != nil {
		p.dts = nil // until the next key frame
		return p.at
	}
	return at
}
