package rtmp

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/abema/go-mp4"
	"github.com/bluenviron/gortmplib/pkg/message"
	"github.com/bluenviron/mediacommon/v2/pkg/codecs/h264"
	"github.com/bluenviron/mediacommon/v2/pkg/codecs/mpeg4audio"

	"github.com/grandstand/grandstand/internal/media/ingest"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// ticksPerMillisecond converts RTMP's times.
const ticksPerMillisecond = segment.Ticks / 1000

// deliver hands a message's content to the sink and reports whether it was a
// picture. Messages without media are passed over.
func deliver(ctx context.Context, msg message.Message, sink ingest.Sink) (picture bool, err error) {
	switch m := msg.(type) {
	case *message.Video:
		return deliverVideo(ctx, m, sink)
	case *message.VideoExSequenceStart:
		if m.FourCC != message.FourCCAVC {
			return false, fmt.Errorf("video is not H.264: %w", ingest.ErrCodec)
		}
		return false, videoConfig(m.AVCConfig, sink)
	case *message.VideoExCodedFrames:
		return true, video(ctx, m.DTS, m.PTSDelta, m.Payload, sink)
	case *message.VideoExFramesX:
		return true, video(ctx, m.DTS, 0, m.Payload, sink)
	case *message.Audio:
		return false, deliverAudio(m, sink)
	case *message.AudioExSequenceStart:
		if m.FourCC != message.FourCCMP4A {
			return false, fmt.Errorf("audio is not AAC: %w", ingest.ErrCodec)
		}
		return false, audioConfig(m.AACConfig, sink)
	case *message.AudioExCodedFrames:
		return false, audio(m.DTS, m.Payload, sink)
	case *message.VideoExMultitrack, *message.AudioExMultitrack:
		return false, fmt.Errorf("several tracks of a kind: %w", ingest.ErrCodec)
	}
	return false, nil
}

func deliverVideo(ctx context.Context, m *message.Video, sink ingest.Sink) (bool, error) {
	if m.Codec != message.CodecH264 {
		return false, fmt.Errorf("video is not H.264: %w", ingest.ErrCodec)
	}
	switch m.Type {
	case message.VideoTypeConfig:
		return false, videoConfig(m.AVCConfig, sink)
	case message.VideoTypeAU:
		return true, video(ctx, m.DTS, m.PTSDelta, m.AU, sink)
	case message.VideoTypeEOS:
	}
	return false, nil
}

func videoConfig(c *mp4.AVCDecoderConfiguration, sink ingest.Sink) error {
	if c.LengthSizeMinusOne != 3 {
		return fmt.Errorf("H.264 with lengths of %d bytes: %w", c.LengthSizeMinusOne+1, ingest.ErrCodec)
	}
	if len(c.SequenceParameterSets) == 0 {
		return fmt.Errorf("H.264 without parameter sets: %w", ingest.ErrCodec)
	}
	pps := make([][]byte, len(c.PictureParameterSets))
	for i, set := range c.PictureParameterSets {
		pps[i] = set.NALUnit
	}
	return sink.VideoConfig(c.SequenceParameterSets[0].NALUnit, pps)
}

func video(ctx context.Context, dts, offset time.Duration, payload []byte, sink ingest.Sink) error {
	if len(payload) == 0 {
		return nil
	}
	var units h264.AVCC
	if err := units.Unmarshal(payload); errors.Is(err, h264.ErrAVCCNoNALUs) {
		return nil
	} else if err != nil {
		return fmt.Errorf("unreadable picture (%w): %w", err, ingest.ErrCodec)
	}
	decode := dts.Milliseconds() * ticksPerMillisecond
	return sink.Video(ctx, segment.VideoSample{
		DTS: decode, PTS: decode + composition(offset)*ticksPerMillisecond, NALUs: units,
	})
}

// composition is a composition time offset in milliseconds: a signed number of 24
// bits (Adobe Video File Format 10.1, E.4.3.1) that the library reads as unsigned.
func composition(offset time.Duration) int64 {
	ms := offset.Milliseconds()
	if ms >= 1<<23 {
		ms -= 1 << 24
	}
	return ms
}

func deliverAudio(m *message.Audio, sink ingest.Sink) error {
	if m.Codec != message.CodecMPEG4Audio {
		return fmt.Errorf("audio is not AAC: %w", ingest.ErrCodec)
	}
	if m.AACType == message.AudioAACTypeConfig {
		return audioConfig(m.AACConfig, sink)
	}
	return audio(m.DTS, m.AU, sink)
}

func audioConfig(c *mpeg4audio.AudioSpecificConfig, sink ingest.Sink) error {
	if c == nil {
		return nil // some encoders send an empty one when they stop
	}
	asc, err := c.Marshal()
	if err != nil {
		return fmt.Errorf("AAC configuration (%w): %w", err, ingest.ErrCodec)
	}
	return sink.AudioConfig(asc)
}

func audio(at time.Duration, au []byte, sink ingest.Sink) error {
	if len(au) == 0 {
		return nil
	}
	return sink.Audio(segment.AudioSample{PTS: at.Milliseconds() * ticksPerMillisecond, AU: au})
}
