package segment

// Bounds of the encoder's clock. A step outside them is a jump, and starts a new
// run at the next key frame.
const (
	jumpBack  = 1 * Ticks
	jumpAhead = 3 * Ticks
)

// audioLine lines up one run's audio frames on the stream's timeline without holes:
// what the encoder leaves out is silence, what comes twice is dropped. Positions
// are in samples of the rendition.
type audioLine struct {
	config  AudioConfig
	quiet   []byte
	shift   int64 // stream time minus encoder time, in Ticks
	base    int64 // where the run begins
	next    int64 // where the next received frame goes
	taken   int64 // where the next frame to be handed out begins
	queue   []audioFrame
	started bool
	// absent is set while silence is being handed out for want of frames, so that
	// parts are not held back for them.
	absent  bool
	lastPTS int64
}

type audioFrame struct {
	AudioSample
	filler bool
}

func newAudioLine(run *Run, shift int64) *audioLine {
	base := scale(run.Base, run.Audio.SampleRate, Ticks)
	return &audioLine{config: run.Audio, quiet: run.Audio.silence(), shift: shift, base: base, next: base, taken: base}
}

// slack is how far a frame's time may be from where it would follow without a gap:
// encoders round to milliseconds and jitter by a frame or two.
func (l *audioLine) slack() int64 { return max(2*l.config.FrameSize, l.config.SampleRate*6/100) }

// add queues a frame and reports whether the encoder's clock jumped.
func (l *audioLine) add(s AudioSample) (jumped bool) {
	at := scale(s.PTS+l.shift, l.config.SampleRate, Ticks)
	limit := scale(jumpAhead, l.config.SampleRate, Ticks)
	step := s.PTS - l.lastPTS
	if at < l.next-limit || at > l.next+limit || (l.started && (step < -jumpBack || step > jumpAhead)) {
		// Clocks of audio and video that never agreed are not a jump: a new run would
		// not bring them together.
		l.shift += scale(l.next-at, Ticks, l.config.SampleRate)
		at, jumped = l.next, l.started
	}
	l.lastPTS = s.PTS
	if !l.started {
		if at < l.base-l.config.FrameSize/2 {
			return jumped // belongs to what came before the run
		}
		l.start(at)
	}
	switch gap := at - l.next; {
	case gap < -l.slack():
		return jumped
	case gap > l.slack():
		l.fill(gap / l.config.FrameSize)
	}
	l.queue = append(l.queue, audioFrame{AudioSample: s})
	l.next += l.config.FrameSize
	l.absent = false
	return jumped
}

// start fixes the run's first sample, so that the first frame is exactly in time.
func (l *audioLine) start(at int64) {
	l.started = true
	if l.taken > l.base { // silence has been handed out already
		return
	}
	at = max(at, l.base)
	missing := (at - l.base) / l.config.FrameSize
	l.taken = at - missing*l.config.FrameSize
	l.next = l.taken
	l.fill(missing)
}

func (l *audioLine) fill(frames int64) {
	for range frames {
		l.queue = append(l.queue, audioFrame{AudioSample: AudioSample{AU: l.quiet}, filler: true})
		l.next += l.config.FrameSize
	}
}

// before is how many frames begin before a moment given in Ticks of the stream; at
// least one, because no part may be empty.
func (l *audioLine) before(end int64) int64 {
	samples := scale(end, l.config.SampleRate, Ticks) - l.taken
	return max(1, (samples+l.config.FrameSize-1)/l.config.FrameSize)
}

// ready reports whether every frame that begins before end is there.
func (l *audioLine) ready(end int64) bool { return int64(len(l.queue)) >= l.before(end) }

// take hands out the frames that begin before end, silence for those that are missing.
func (l *audioLine) take(end int64) (frames []audioFrame, piece Piece) {
	count := l.before(end)
	if missing := count - int64(len(l.queue)); missing > 0 {
		l.absent = true
		l.fill(missing)
	}
	frames, l.queue = l.queue[:count:count], l.queue[count:]
	piece = Piece{Start: l.taken, Duration: count * l.config.FrameSize}
	l.taken = piece.End()
	return frames, piece
}

// queued is how much audio waits for its video, in Ticks.
func (l *audioLine) queued() int64 { return scale(l.next-l.taken, Ticks, l.config.SampleRate) }

// rest hands back what was received and not used.
func (l *audioLine) rest() []AudioSample {
	var samples []AudioSample
	for _, f := range l.queue {
		if !f.filler {
			samples = append(samples, f.AudioSample)
		}
	}
	l.queue = nil
	return samples
}
