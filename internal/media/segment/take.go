package segment

import (
	"context"
	"fmt"

	"github.com/bluenviron/mediacommon/v2/pkg/formats/fmp4"
	"github.com/bluenviron/mediacommon/v2/pkg/formats/fmp4/seekablebuffer"
)

// PartTarget is the target duration of parts in seconds (RFC 8216bis, 4.4.3.7), for
// both renditions. It is longer than maxPart by what an audio part, which ends on
// a whole frame, may exceed its video part.
const PartTarget = 0.52

// Lengths in Ticks.
const (
	// maxPart leaves half a second a rounding error, so that encoders of 10, 20, 24,
	// 30, 50 and 60 frames a second fill it exactly.
	maxPart = Ticks * 505 / 1000
	// minSegment is a little less than the target of two seconds for the same reason.
	minSegment = Ticks * 18 / 10
	// maxSegment is where a segment is cut without a key frame, for encoders that
	// send none: a recording must not depend on one that never comes.
	maxSegment = Ticks * 12
	// audioPatience is how far the video may run ahead of the audio before the audio
	// counts as missing.
	audioPatience = Ticks * 2
	// defaultFrame is the length of a frame whose successor never came.
	defaultFrame = Ticks / 30
)

// maxSegmentBytes is where a segment is cut whatever it contains, to bound memory.
const maxSegmentBytes = 48 << 20

// frame is a picture with times on the stream's timeline.
type frame struct {
	dts, pts, duration int64
	key                bool
	payload            []byte
}

// take writes one run: it groups frames into parts and segments.
type take struct {
	recorder *Recorder
	run      *Run
	shift    int64 // stream time minus encoder time of the video
	audio    *audioLine
	// broken says that the encoder's clock jumped, so that a new run is due.
	broken bool

	until        int64  // to which the sound goes on; 0 where it ends with the pictures
	pending      *frame // waits for its successor, which says how long it is
	lastDuration int64
	frames       []frame // of the part being filled
	partStart    int64
	segmentStart int64
	segmentBytes int
	segmentCount int

	waiting []videoPart // complete but for their audio
	chunks  uint32      // moof sequence numbers given out
}

// videoPart is a part whose audio is not all there yet.
type videoPart struct {
	frames   []frame
	end      int64
	sound    int64 // where its audio ends, if that is later
	last     bool  // of its segment
	pictures int   // in the segment, when last
}

func newTake(ctx context.Context, recorder *Recorder, run *Run, shift int64) (*take, error) {
	if err := recorder.beginRun(ctx, run); err != nil {
		return nil, err
	}
	return &take{
		recorder: recorder, run: run, shift: shift, audio: newAudioLine(run, shift),
		lastDuration: defaultFrame, partStart: run.Base, segmentStart: run.Base,
	}, nil
}

// video adds a picture; its time says how long its elder was.
func (t *take) video(f frame) error {
	if t.pending != nil {
		t.keep(f.dts - t.pending.dts)
		switch length := f.dts - t.segmentStart; {
		case f.key && length >= minSegment, length >= maxSegment, t.segmentBytes > maxSegmentBytes:
			t.cut(f.dts, true)
		case f.dts+t.lastDuration-t.partStart > maxPart:
			t.cut(f.dts, false)
		}
	}
	t.pending = &f
	return t.publish(false)
}

// keep moves the pending picture, whose duration is now known, into the part.
func (t *take) keep(duration int64) {
	f := *t.pending
	f.duration = duration
	t.frames = append(t.frames, f)
	t.lastDuration = duration
	t.segmentBytes += len(f.payload)
	t.segmentCount++
	t.pending = nil
}

func (t *take) cut(end int64, last bool) {
	t.waiting = append(t.waiting, videoPart{frames: t.frames, end: end, last: last, pictures: t.segmentCount})
	t.frames, t.partStart = nil, end
	if last {
		t.segmentStart, t.segmentBytes, t.segmentCount = end, 0, 0
	}
}

// publish hands out the parts whose audio is there, or all of them.
func (t *take) publish(all bool) error {
	for len(t.waiting) > 0 {
		p := t.waiting[0]
		late := t.pending != nil && t.pending.dts-p.end > audioPatience
		if !all && !late && !t.audio.absent && !t.audio.ready(p.end) {
			return nil
		}
		t.waiting = t.waiting[1:]
		if err := t.emit(p); err != nil {
			return err
		}
	}
	return nil
}

func (t *take) emit(p videoPart) error {
	part := Part{Independent: p.frames[0].key}
	var chunks [renditions][]byte
	var err error
	part.Pieces[Video] = Piece{Start: p.frames[0].dts, Duration: p.end - p.frames[0].dts}
	if chunks[Video], err = t.chunk(part.Pieces[Video].Start, videoSamples(p.frames)); err != nil {
		return err
	}
	frames, piece := t.audio.take(max(p.end, p.sound))
	part.Pieces[Audio] = piece
	if chunks[Audio], err = t.chunk(piece.Start, audioSamples(frames, t.run.Audio.FrameSize)); err != nil {
		return err
	}
	t.chunks++
	for r := range chunks {
		part.Pieces[r].Size = int64(len(chunks[r]))
	}
	if !p.last {
		t.recorder.index.addPart(t.run, part, chunks)
		return nil
	}
	hot, segment := t.recorder.index.addLastPart(t.run, part, chunks, p.pictures)
	return t.recorder.enqueue(finished{hot, segment})
}

func videoSamples(frames []frame) []*fmp4.Sample {
	samples := make([]*fmp4.Sample, len(frames))
	for i, f := range frames {
		samples[i] = &fmp4.Sample{
			Duration:        uint32(f.duration),
			PTSOffset:       int32(f.pts - f.dts),
			IsNonSyncSample: !f.key, Payload: f.payload,
		}
	}
	return samples
}

func audioSamples(frames []audioFrame, size int64) []*fmp4.Sample {
	samples := make([]*fmp4.Sample, len(frames))
	for i, f := range frames {
		samples[i] = &fmp4.Sample{Duration: uint32(size), Payload: f.AU}
	}
	return samples
}

// chunk writes one CMAF chunk (ISO/IEC 23000-19, 7.3.2.3).
func (t *take) chunk(start int64, samples []*fmp4.Sample) ([]byte, error) {
	part := fmp4.Part{
		SequenceNumber: t.chunks + 1,
		Tracks:         []*fmp4.PartTrack{{ID: trackID, BaseTime: uint64(start), Samples: samples}},
	}
	var buffer seekablebuffer.Buffer
	if err := part.Marshal(&buffer); err != nil {
		return nil, fmt.Errorf("write a part: %w", err)
	}
	return buffer.Bytes(), nil
}

// finish closes the run at end, or, when end is negative, one usual frame after its
// last picture. It returns where the run ended and the audio that belongs to what
// follows.
func (t *take) finish(end int64) (int64, []AudioSample, error) {
	if t.pending != nil {
		if end < 0 {
			end = t.pending.dts + t.lastDuration
		}
		t.keep(end - t.pending.dts)
	} else {
		end = t.segmentStart
	}
	if len(t.frames) > 0 {
		t.cut(end, true)
		t.waiting[len(t.waiting)-1].sound = t.until
	}
	err := t.publish(true)
	return end, t.audio.rest(), err
}
