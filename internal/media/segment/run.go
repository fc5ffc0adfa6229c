package segment

import (
	"fmt"
	"time"

	"github.com/bluenviron/mediacommon/v2/pkg/codecs/mpeg4audio"
	"github.com/bluenviron/mediacommon/v2/pkg/formats/fmp4"
	"github.com/bluenviron/mediacommon/v2/pkg/formats/fmp4/seekablebuffer"
	"github.com/bluenviron/mediacommon/v2/pkg/formats/mp4/codecs"
)

// RunConfig is everything about a run that cannot be derived, and so what a
// [Journal] keeps of it.
type RunConfig struct {
	Number int       // 1, 2, … within the stream; numbers may be skipped
	Base   int64     // where on the stream's timeline it begins, in Ticks
	At     time.Time // the wall clock at Base
	SPS    []byte
	PPS    [][]byte
	ASC    []byte
}

// Run is an unbroken stretch of a stream: one codec configuration, one timeline.
// Between two runs there is a discontinuity. A Run does not change.
type Run struct {
	RunConfig
	Video VideoConfig
	Audio AudioConfig
	inits [renditions][]byte
}

// NewRun derives a run from its configuration.
func NewRun(c RunConfig) (*Run, error) {
	video, err := NewVideoConfig(c.SPS, c.PPS)
	if err != nil {
		return nil, err
	}
	audio, err := NewAudioConfig(c.ASC)
	if err != nil {
		return nil, err
	}
	r := &Run{RunConfig: c, Video: video, Audio: audio}
	r.inits[Video], err = marshalInit(Ticks, &codecs.H264{SPS: video.SPS, PPS: video.PPS[0]})
	if err != nil {
		return nil, err
	}
	var asc mpeg4audio.AudioSpecificConfig
	if err := asc.Unmarshal(audio.ASC); err != nil {
		return nil, fmt.Errorf("AAC configuration: %w", err)
	}
	r.inits[Audio], err = marshalInit(uint32(audio.SampleRate), &codecs.MPEG4Audio{Config: asc})
	return r, err
}

// Init is the initialisation section of a rendition (ISO/IEC 23000-19, 7.3.1).
func (r *Run) Init(rendition Rendition) []byte { return r.inits[rendition] }

// Rate is the number of units in a second in which a rendition's pieces count.
func (r *Run) Rate(rendition Rendition) int64 {
	if rendition == Audio {
		return r.Audio.SampleRate
	}
	return Ticks
}

// at is the wall clock at a moment of the run, given in Ticks of the stream.
func (r *Run) at(ticks int64) time.Time {
	return r.At.Add(time.Duration(scale(ticks-r.Base, int64(time.Second), Ticks)))
}

func (r *Run) sameMedia(video VideoConfig, audio AudioConfig) bool {
	return r.Video.equal(video) && r.Audio.equal(audio)
}

const trackID = 1

func marshalInit(timeScale uint32, codec codecs.Codec) ([]byte, error) {
	init := fmp4.Init{Tracks: []*fmp4.InitTrack{{ID: trackID, TimeScale: timeScale, Codec: codec}}}
	var buffer seekablebuffer.Buffer
	if err := init.Marshal(&buffer); err != nil {
		return nil, fmt.Errorf("write the initialisation section: %w", err)
	}
	return buffer.Bytes(), nil
}
