package segment

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	amp4 "github.com/abema/go-mp4"
	"github.com/bluenviron/mediacommon/v2/pkg/codecs/h264"
	"github.com/bluenviron/mediacommon/v2/pkg/formats/mp4/codecs"
	"github.com/bluenviron/mediacommon/v2/pkg/formats/pmp4"
)

// MP4 is a file whose first H.264 and AAC tracks can be played into a [Segmenter].
type MP4 struct {
	video   VideoConfig
	audio   *AudioConfig
	samples []fileSample // of both tracks, by time
	keys    []int64      // when key frames come, in Ticks from the beginning
	foreign bool         // there is sound that is not AAC
	length  int64        // of the video, in Ticks
	sound   int64        // when the sound ends, in Ticks from the beginning
}

// fileSample is a sample with times in Ticks from the beginning of the file.
type fileSample struct {
	dts, pts int64
	video    bool
	payload  func() ([]byte, error)
}

// OpenMP4 reads the tables of a file (ISO/IEC 14496-12); samples are read when they
// are played, so the file must stay open. An error wraps ErrUnsupported when the
// file is one but has nothing that can be played.
func OpenMP4(file io.ReadSeeker) (*MP4, error) {
	presentation, err := ReadPresentation(file)
	if err != nil {
		return nil, err
	}
	starts, err := mediaStarts(file)
	if err != nil {
		return nil, err
	}
	m := &MP4{}
	for i, track := range presentation.Tracks {
		var start int64
		if i < len(starts) && len(starts) == len(presentation.Tracks) {
			start = starts[i]
		}
		if err := m.add(track, start); err != nil {
			return nil, err
		}
	}
	if len(m.video.SPS) == 0 {
		return nil, fmt.Errorf("no H.264 track: %w", ErrUnsupported)
	}
	slices.SortStableFunc(m.samples, func(a, b fileSample) int { return cmp.Compare(a.dts, b.dts) })
	return m, nil
}

// mediaStarts reads where on each track's own timeline its presentation begins
// (edit list, ISO/IEC 14496-12, 8.6.6), in units of the track.
func mediaStarts(file io.ReadSeeker) ([]int64, error) {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, fmt.Errorf("read edit lists: %w", err)
	}
	path := amp4.BoxPath{amp4.BoxTypeMoov(), amp4.BoxTypeTrak(), amp4.BoxTypeEdts(), amp4.BoxTypeElst()}
	boxes, err := amp4.ExtractBoxWithPayload(file, nil, path)
	if err != nil {
		return nil, fmt.Errorf("read edit lists: %w", err)
	}
	starts := make([]int64, len(boxes))
	for i, box := range boxes {
		list, ok := box.Payload.(*amp4.Elst)
		for j := range list.Entries {
			if at := list.GetMediaTime(j); ok && at >= 0 {
				starts[i] = at
				break
			}
		}
	}
	return starts, nil
}

func (m *MP4) add(track *pmp4.Track, start int64) error {
	// A table may say any length, and that much would be made room for before it is seen that the file is shorter.
	if i := slices.IndexFunc(track.Samples, func(s *pmp4.Sample) bool { return s.PayloadSize > maxSegmentBytes }); i >= 0 {
		return fmt.Errorf("a sample of %d bytes: %w", track.Samples[i].PayloadSize, ErrUnsupported)
	}
	switch codec := track.Codec.(type) {
	case *codecs.H264:
		if len(m.video.SPS) > 0 {
			return nil
		}
		c, err := NewVideoConfig(codec.SPS, [][]byte{codec.PPS})
		if err != nil {
			return err
		}
		m.video = c
		m.take(track, start, true)
	case *codecs.MPEG4Audio:
		if m.audio != nil {
			return nil
		}
		asc, err := codec.Config.Marshal()
		if err != nil {
			return fmt.Errorf("AAC configuration: %w", err)
		}
		c, err := NewAudioConfig(asc)
		if err != nil {
			return err
		}
		m.audio = &c
		m.take(track, start, false)
	case *codecs.AC3, *codecs.EAC3, *codecs.FLAC, *codecs.LPCM, *codecs.MPEG1Audio, *codecs.Opus:
		m.foreign = true
	}
	return nil
}

// take lists a track's samples. Audio before the presentation, with which an AAC
// encoder warms up, is left out: it would not fit where rounds meet.
func (m *MP4) take(track *pmp4.Track, start int64, video bool) {
	at, rate := -start, int64(track.TimeScale)
	for _, s := range track.Samples {
		f := fileSample{
			dts: scale(at, Ticks, rate), pts: scale(at+int64(s.PTSOffset), Ticks, rate), video: video, payload: s.GetPayload,
		}
		if video && !s.IsNonSyncSample {
			m.keys = append(m.keys, f.dts)
		}
		if video || f.pts >= 0 {
			m.samples = append(m.samples, f)
		}
		at += int64(s.Duration)
	}
	if video {
		m.length = scale(at+start, Ticks, rate)
	} else {
		m.sound = scale(at, Ticks, rate)
	}
}

// Play sends the file several times in a row, as fast as out takes it. Every round
// begins with a key frame, and where rounds meet nothing breaks.
func (m *MP4) Play(ctx context.Context, out *Segmenter, rounds int) error {
	if err := out.VideoConfig(m.video.SPS, m.video.PPS); err != nil {
		return err
	}
	if m.audio != nil {
		if err := out.AudioConfig(m.audio.ASC); err != nil {
			return err
		}
	}
	for round := range rounds {
		if err := m.playOnce(ctx, out, int64(round)*m.length); err != nil {
			return err
		}
	}
	return nil
}

func (m *MP4) playOnce(ctx context.Context, out *Segmenter, offset int64) error {
	for _, s := range m.samples {
		if err := ctx.Err(); err != nil {
			return err
		}
		payload, err := s.payload()
		if err != nil {
			return fmt.Errorf("read a sample: %w", err)
		}
		if !s.video {
			if err := out.Audio(AudioSample{PTS: s.pts + offset, AU: payload}); err != nil {
				return err
			}
			continue
		}
		var units h264.AVCC
		if err := units.Unmarshal(payload); err != nil {
			return fmt.Errorf("unreadable picture (%w): %w", err, ErrUnsupported)
		}
		if err := out.Video(ctx, VideoSample{DTS: s.dts + offset, PTS: s.pts + offset, NALUs: units}); err != nil {
			return err
		}
	}
	return nil
}
