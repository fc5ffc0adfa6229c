package rtmp

import (
	"context"
	"fmt"

	"github.com/bluenviron/mediacommon/v2/pkg/codecs/h264"

	"github.com/grandstand/grandstand/internal/media/ingest"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// ticksPerMillisecond converts RTMP's times.
const ticksPerMillisecond = segment.Ticks / 1000

// maxTorn is how many pictures in a row may be unreadable.
const maxTorn = 60

// receiver hands the media in messages to the sink: one track of pictures and one of sound. It skips
// messages that are empty, unfinished, or neither pictures nor sound.
type receiver struct {
	sink         ingest.Sink
	aac          *ingest.AAC
	video, audio selection
	lengthBytes  int // of the length before each NAL unit
	torn         int // pictures in a row that could not be read
}

func newReceiver(sink ingest.Sink) *receiver {
	return &receiver{sink: sink, aac: ingest.NewAAC(sink), lengthBytes: 4}
}

// selection is the track of a kind that is recorded: the first one that can be.
type selection struct {
	chosen bool
	id     byte
}

// take reports whether a track is the one that is recorded.
func (s *selection) take(id byte) bool {
	if !s.chosen {
		s.chosen, s.id = true, id
	}
	return s.id == id
}

// needs reports whether a track that cannot be recorded ends the connection: only the first of a
// kind does, and only where no other is recorded.
func (s *selection) needs(id byte) bool { return id == 0 && (!s.chosen || s.id == 0) }

// deliver hands a message's content to the sink and reports whether it was a picture.
func (r *receiver) deliver(ctx context.Context, p packet) (picture bool, err error) {
	switch p.kind {
	case typeVideo:
		for _, t := range videoTags(p.body) {
			shown, err := r.picture(ctx, p.time, t)
			if picture = picture || shown; err != nil {
				return picture, err
			}
		}
	case typeAudio:
		for _, t := range audioTags(p.body) {
			if err := r.sound(p.time, t); err != nil {
				return false, err
			}
		}
	}
	return picture, nil
}

// picture takes one track's part of a video message.
func (r *receiver) picture(ctx context.Context, at uint32, t tag) (bool, error) {
	if t.codec != codecH264 {
		if r.video.needs(t.track) {
			return false, fmt.Errorf("video is %s, not H.264: %w", t.codec, ingest.ErrCodec)
		}
		return false, nil
	}
	if !r.video.take(t.track) || len(t.body) == 0 {
		return false, nil
	}
	if t.config {
		return false, r.videoConfig(t.body)
	}
	units, ok := splitUnits(t.body, r.lengthBytes)
	if !ok {
		if r.torn++; r.torn > maxTorn {
			return false, fmt.Errorf("%d unreadable pictures: %w", r.torn, ingest.ErrCodec)
		}
		return false, nil
	}
	r.torn = 0
	if len(units) == 0 {
		return false, nil
	}
	decode := int64(at) * ticksPerMillisecond
	return true, r.sink.Video(ctx, segment.VideoSample{DTS: decode, PTS: decode + int64(t.compositionTime)*ticksPerMillisecond, NALUs: units})
}

// videoConfig takes an AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.3.3.1). One without
// parameter sets is followed by pictures that hold them.
func (r *receiver) videoConfig(b []byte) error {
	const profile = 3 // bytes
	c := cursor{rest: b}
	if version := c.byte(); version != 1 {
		return nil
	}
	c.next(profile)
	lengthBytes := int(c.byte()&0x03) + 1
	sps := readSets(&c, c.byte()&0x1F)
	pps := readSets(&c, c.byte())
	if c.broken {
		return nil
	}
	r.lengthBytes = lengthBytes
	if len(sps) == 0 || len(pps) == 0 {
		return nil
	}
	return r.sink.VideoConfig(sps[0], pps)
}

func readSets(c *cursor, count byte) [][]byte {
	var sets [][]byte
	for ; count > 0 && !c.broken; count-- {
		if set := c.next(c.uint16()); len(set) > 0 {
			sets = append(sets, set)
		}
	}
	return sets
}

// splitUnits splits a picture into its NAL units (ISO/IEC 14496-15, 5.3.4.2), or in the form of
// transport streams, which some encoders send.
func splitUnits(b []byte, lengthBytes int) (units [][]byte, ok bool) {
	for c := (cursor{rest: b}); len(c.rest) > 0; {
		size := 0
		for _, digit := range c.next(lengthBytes) {
			size = size<<8 | int(digit)
		}
		unit := c.next(size)
		if c.broken || len(units) > h264.MaxNALUsPerAccessUnit {
			var delimited h264.AnnexB
			return delimited, delimited.Unmarshal(b) == nil
		}
		if len(unit) > 0 {
			units = append(units, unit)
		}
	}
	return units, true
}

// sound takes one track's part of an audio message.
func (r *receiver) sound(at uint32, t tag) error {
	if t.codec != codecAAC {
		if r.audio.needs(t.track) {
			return fmt.Errorf("audio is %s, not AAC: %w", t.codec, ingest.ErrCodec)
		}
		return nil
	}
	if !r.audio.take(t.track) || len(t.body) == 0 {
		return nil
	}
	if t.config {
		return r.aac.Config(t.body)
	}
	return r.aac.Frame(segment.AudioSample{PTS: int64(at) * ticksPerMillisecond, AU: t.body})
}
