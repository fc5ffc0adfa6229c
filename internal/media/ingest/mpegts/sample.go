package mpegts

import (
	"bytes"
	"context"
	"fmt"

	"github.com/bluenviron/mediacommon/v2/pkg/codecs/h264"
	"github.com/bluenviron/mediacommon/v2/pkg/codecs/mpeg4audio"

	"github.com/grandstand/grandstand/internal/media/ingest"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// finish delivers the collected PES packet of a track. It drops an invalid packet, because the network can damage one.
func (d *Demuxer) finish(ctx context.Context, e *elementary) error {
	c, ok := e.read()
	e.open = false // the buffer stays until the next begins
	if !ok {
		return nil
	}
	if e == d.audio {
		return d.deliverAudio(c)
	}
	return d.deliverVideo(ctx, c)
}

func (d *Demuxer) deliverVideo(ctx context.Context, c content) error {
	if !c.timed {
		return nil
	}
	dts := d.clock.time(c.dts)
	var units h264.AnnexB
	if err := units.Unmarshal(bytes.Clone(c.data)); err != nil {
		return nil //nolint:nilerr // a torn picture is dropped
	}
	d.picture = true
	return d.sink.Video(ctx, segment.VideoSample{DTS: dts, PTS: nearest(c.pts, dts), NALUs: units})
}

// adts reads AAC in ADTS frames (ISO/IEC 14496-3, 1.A.2.2). A frame may begin in one PES packet and end in another.
type adts struct {
	rest   []byte // start of an incomplete frame
	base   int64  // last timestamp of a PES packet
	frames int64  // since base
	timed  bool
	config mpeg4audio.AudioSpecificConfig
}

const (
	adtsHeader = 7
	adtsCRC    = 2
	aacFrame   = 1024 // samples
)

func (d *Demuxer) deliverAudio(c content) error {
	s := &d.sound
	carried := len(s.rest)
	data := append(s.rest, c.data...) //nolint:gocritic // rest is set below
	s.rest = nil
	for offset := 0; ; {
		n := bytes.IndexByte(data[offset:], 0xFF)
		if n < 0 {
			return nil
		}
		offset += n
		// The timestamp of a packet belongs to the first frame that begins in the packet.
		if offset >= carried && c.timed {
			s.base, s.frames, s.timed = d.clock.time(c.pts), 0, true
			c.timed = false
		}
		frame, size, enough := readFrame(data[offset:])
		switch {
		case !enough:
			s.rest = bytes.Clone(data[offset:])
			return nil
		case frame == nil:
			offset++
			continue
		}
		if err := d.frame(frame, data[offset:offset+size]); err != nil {
			return err
		}
		offset += size
	}
}

// frame delivers one audio frame, and its configuration if that has changed.
func (d *Demuxer) frame(au, header []byte) error {
	s := &d.sound
	if !s.timed {
		return nil
	}
	config := mpeg4audio.AudioSpecificConfig{
		Type:          mpeg4audio.ObjectType(header[2]>>6 + 1),
		SampleRate:    rates()[header[2]>>2&0x0F],
		ChannelConfig: header[2]&0x01<<2 | header[3]>>6,
	}
	if config != s.config {
		asc, err := config.Marshal()
		if err != nil {
			return fmt.Errorf("AAC configuration (%w): %w", err, ingest.ErrCodec)
		}
		if err := d.aac.Config(asc); err != nil {
			return err
		}
		s.config = config
	}
	at := s.base + s.frames*aacFrame*segment.Ticks/int64(config.SampleRate)
	s.frames++
	return d.aac.Frame(segment.AudioSample{PTS: at, AU: bytes.Clone(au)})
}

// readFrame reads the frame at the start of b. It returns the content, and the size with the header. The content is nil if
// b does not start with a frame. If enough is false, more bytes may complete a frame.
func readFrame(b []byte) (au []byte, size int, enough bool) {
	if len(b) < adtsHeader {
		return nil, 0, len(b) > 1 && b[1]&0xF6 != 0xF0
	}
	header := adtsHeader
	if b[1]&0x01 == 0 { // protection_absent
		header += adtsCRC
	}
	size = int(b[3]&0x03)<<11 | int(b[4])<<3 | int(b[5]>>5)
	rate, blocks := b[2]>>2&0x0F, b[6]&0x03
	if b[1]&0xF6 != 0xF0 || size <= header || int(rate) >= len(rates()) || blocks != 0 {
		return nil, 0, true
	}
	if len(b) < size {
		return nil, 0, false
	}
	return b[header:size], size, true
}

// rates are the sampling frequencies by index (ISO/IEC 14496-3, table 1.18), in Hz.
func rates() []int {
	return []int{96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350}
}
