package segment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
)

// Reasons for which an encoder is refused after it has begun to send.
var (
	ErrNoVideo    = errors.New("no video")
	ErrNoKeyFrame = errors.New("no key frame")
)

// Bounds of what is read before a run begins.
const (
	noVideoAfter    = 5 * Ticks  // of audio
	noKeyFrameAfter = 15 * Ticks // of video
	audioWait       = 1 * Ticks  // of video, for the audio configuration
	probeBytes      = 16 << 20
)

// noVideoStall is how much audio may arrive while no picture does.
const noVideoStall = 30 * Ticks

// maxReorder bounds how far a picture may be shown after it is decoded; a larger
// distance is an encoder's mistake.
const maxReorder = 5 * Ticks

// minStep is the least distance between two pictures: times that stand still or
// step back a little are moved on by it.
const minStep = Ticks / 1000

// Segmenter turns the samples of one publishing session into parts and segments.
// Its methods are for one goroutine. After an error only Close may be called.
type Segmenter struct {
	recorder *Recorder
	clock    clock.Clock

	video    *VideoConfig
	audio    *AudioConfig
	take     *take // nil until the first key frame
	turn     bool  // a configuration came that the run does not have
	lastDTS  int64 // of the encoder
	probe    probe
	firstDTS *int64
	firstPTS *int64 // of the audio
	until    int64  // of the audio; 0 where it ends with the video
}

// probe holds what arrives before the first run can begin.
type probe struct {
	at     time.Time // when the first picture came
	frames []frame   // times are the encoder's
	audio  []AudioSample
	bytes  int
}

// NewSegmenter returns a segmenter that goes on at the end of recorder's index.
func NewSegmenter(recorder *Recorder, clock clock.Clock) *Segmenter {
	return &Segmenter{recorder: recorder, clock: clock}
}

// VideoConfig sets the parameter sets for what follows.
func (s *Segmenter) VideoConfig(sps []byte, pps [][]byte) error {
	c, err := NewVideoConfig(sps, pps)
	if err != nil {
		return err
	}
	s.turn = s.turn || s.video == nil || !s.video.equal(c)
	s.video = &c
	return nil
}

// AudioConfig sets the AudioSpecificConfig for what follows.
func (s *Segmenter) AudioConfig(asc []byte) error {
	c, err := NewAudioConfig(asc)
	if err != nil {
		return err
	}
	s.turn = s.turn || s.audio == nil || !s.audio.equal(c)
	s.audio = &c
	return nil
}

// Video adds a picture. Pictures before the first key frame are dropped.
func (s *Segmenter) Video(ctx context.Context, v VideoSample) error {
	au := readAccessUnit(v.NALUs)
	if au.sps != nil && len(au.pps) > 0 {
		if err := s.VideoConfig(au.sps, au.pps); err != nil {
			return err
		}
	}
	if !au.slices {
		return nil
	}
	if s.video == nil || (s.take == nil && len(s.probe.frames) == 0 && !au.key) {
		return s.skip(v)
	}
	f := frame{dts: v.DTS, pts: v.PTS, key: au.key, payload: au.payload(*s.video)}
	if f.pts < f.dts-Ticks || f.pts > f.dts+maxReorder {
		f.pts = f.dts
	}
	if s.take == nil {
		return s.probeVideo(ctx, f)
	}
	return s.write(ctx, f)
}

// skip drops a picture that nothing can be begun with, and loses patience in time.
func (s *Segmenter) skip(v VideoSample) error {
	if s.firstDTS == nil {
		s.firstDTS = &v.DTS
	}
	if v.DTS-*s.firstDTS > noKeyFrameAfter {
		return ErrNoKeyFrame
	}
	return nil
}

// Audio adds a frame.
func (s *Segmenter) Audio(a AudioSample) error {
	if s.firstPTS == nil {
		s.firstPTS = &a.PTS
	}
	switch {
	case s.take == nil && s.video == nil && a.PTS-*s.firstPTS > noVideoAfter:
		return ErrNoVideo
	case s.audio == nil:
		return nil
	case s.take == nil:
		s.probeAudio(a)
		return nil
	case !s.take.run.Audio.equal(*s.audio):
		return nil // of a configuration that the next run will have
	}
	if s.take.audio.add(a) {
		s.take.broken = true
	}
	if s.take.audio.queued() > noVideoStall {
		return ErrNoVideo
	}
	return s.take.publish(false)
}

func (s *Segmenter) probeVideo(ctx context.Context, f frame) error {
	if len(s.probe.frames) == 0 {
		s.probe.at = s.clock.Now()
	}
	s.probe.frames = append(s.probe.frames, f)
	s.probe.bytes += len(f.payload)
	waited := f.dts - s.probe.frames[0].dts
	if s.audio == nil && waited >= 0 && waited < audioWait && s.probe.bytes < probeBytes {
		return nil
	}
	return s.begin(ctx)
}

// probeAudio keeps the newest second, which is all that can belong to the first run.
func (s *Segmenter) probeAudio(a AudioSample) {
	s.probe.audio = append(s.probe.audio, a)
	for len(s.probe.audio) > 1 && a.PTS-s.probe.audio[0].PTS > Ticks {
		s.probe.audio = s.probe.audio[1:]
	}
}

// begin starts the first run and feeds it what has been held back.
func (s *Segmenter) begin(ctx context.Context) error {
	held := s.probe
	s.probe = probe{}
	first := held.frames[0]
	opening := start{dts: first.dts, base: s.recorder.index.Load().end(), at: held.at, audio: held.audio}
	if err := s.turnTo(ctx, opening); err != nil {
		return err
	}
	s.lastDTS = first.dts - minStep
	for _, f := range held.frames {
		if err := s.write(ctx, f); err != nil {
			return err
		}
	}
	return nil
}

// start is where and when a run begins.
type start struct {
	dts   int64 // the encoder's time of its first picture
	base  int64 // the same moment on the stream's timeline
	at    time.Time
	audio []AudioSample // already received
}

// turnTo starts a run with the configuration of the moment.
func (s *Segmenter) turnTo(ctx context.Context, from start) error {
	number := 1
	if last := s.recorder.index.Load().LastRun(); last != nil {
		number = last.Number + 1
		// A clock that was set back must not date pictures before those that they follow.
		if end := last.at(from.base); end.After(from.at) {
			from.at = end
		}
	}
	run, err := NewRun(RunConfig{
		Number: number, Base: from.base, At: from.at.Truncate(time.Millisecond),
		SPS: s.video.SPS, PPS: s.video.PPS, ASC: s.sound().ASC,
	})
	if err != nil {
		return err
	}
	if s.take, err = newTake(ctx, s.recorder, run, from.base-from.dts); err != nil {
		return err
	}
	s.turn = false
	s.take.audio.absent = s.audio == nil
	for _, a := range from.audio {
		s.take.audio.add(a)
	}
	return nil
}

// sound is the audio configuration of the moment, that of silence without one.
func (s *Segmenter) sound() AudioConfig {
	if s.audio == nil {
		return SilentAudio()
	}
	return *s.audio
}

// write passes a picture on, in a new run if one is due.
func (s *Segmenter) write(ctx context.Context, f frame) error {
	jumped := false
	switch step := f.dts - s.lastDTS; {
	case step < -jumpBack, step > jumpAhead:
		jumped = true
	case step <= 0:
		f.dts = s.lastDTS + minStep
		f.pts = max(f.pts, f.dts)
	}
	s.lastDTS = f.dts
	if jumped && !f.key {
		s.bridge(f.dts)
	}
	if f.key && (jumped || s.take.broken || (s.turn && !s.take.run.sameMedia(*s.video, s.sound()))) {
		if err := s.next(ctx, f.dts, jumped); err != nil {
			return err
		}
	}
	f.dts += s.take.shift
	f.pts += s.take.shift
	return s.take.video(f)
}

// bridge lets a picture that depends on those before follow them without a gap,
// whatever the encoder's clock says: dropping it would lose what can be decoded.
func (s *Segmenter) bridge(dts int64) {
	follows := s.take.segmentStart
	if p := s.take.pending; p != nil {
		follows = p.dts + s.take.lastDuration
	}
	s.take.shift = follows - dts
	s.take.broken = true
}

// next ends the run where the key frame with the encoder's time dts begins, and
// starts another.
func (s *Segmenter) next(ctx context.Context, dts int64, jumped bool) error {
	end := dts + s.take.shift
	if jumped {
		end = -1
	}
	elder := s.take.run.Audio
	end, rest, err := s.take.finish(end)
	if err != nil {
		return err
	}
	if !elder.equal(s.sound()) {
		rest = nil // coded for another configuration
	}
	return s.turnTo(ctx, start{dts: dts, base: end, at: s.clock.Now(), audio: rest})
}

// SoundUntil has the last run's sound go on to a time of the encoder's, when its last
// picture is no longer shown: that is later than when the next would be decoded.
func (s *Segmenter) SoundUntil(pts int64) { s.until = pts }

// Close ends the session's last run and waits until everything is stored.
func (s *Segmenter) Close() error {
	var err error
	s.recorder.end()
	if s.take != nil {
		if s.until != 0 {
			s.take.until = s.until + s.take.shift
		}
		_, _, err = s.take.finish(-1)
	}
	if closed := s.recorder.Close(); err == nil && closed != nil {
		err = fmt.Errorf("close the recording: %w", closed)
	}
	return err
}
