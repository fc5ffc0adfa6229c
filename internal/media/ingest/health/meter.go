// Package health measures what an encoder sends: how much, how even, and whether
// there is anything to see and hear. What is wrong it says in words for whoever
// stands beside the encoder.
package health

import (
	"sync"
	"time"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// window is over how many whole seconds rates are averaged.
const window = 10

// jump is a step of the encoder's clock that is no picture's length.
const jump = 2 * segment.Ticks

// second is what came in one second of the wall clock.
type second struct {
	at      int64 // Unix seconds
	bytes   int64
	frames  int64
	ticks   int64 // by which the pictures' time advanced
	apart   int64 // of sound and picture, in ticks, added up
	sampled int64 // how often
}

// Meter measures one publisher. It is safe for concurrent use.
type Meter struct {
	mu      sync.Mutex
	began   time.Time
	seconds [window + 2]second

	videoAt, audioAt   time.Time // when the last came; zero before
	videoDTS, audioPTS int64
	keyDTS, keyTicks   int64
	keyed              bool
	black, silent      time.Time // since when; zero while it is not
	blackUp, silentUp  time.Time // until when that is known
}

// NewMeter returns a meter for a publisher who begins now.
func NewMeter(now time.Time) *Meter { return &Meter{began: now} }

func (m *Meter) second(now time.Time) *second {
	at := now.Unix()
	s := &m.seconds[at%int64(len(m.seconds))]
	if s.at != at {
		*s = second{at: at}
	}
	return s
}

// Video notes a picture of so many bytes that came now.
func (m *Meter) Video(now time.Time, dts int64, bytes int, key bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := m.second(now)
	s.bytes += int64(bytes)
	s.frames++
	if step := dts - m.videoDTS; !m.videoAt.IsZero() && step > 0 && step < jump {
		s.ticks += step
	}
	if key {
		if apart := dts - m.keyDTS; m.keyed && apart > 0 && apart < 60*segment.Ticks {
			m.keyTicks = apart
		}
		m.keyDTS, m.keyed = dts, true
	}
	m.videoAt, m.videoDTS = now, dts
}

// Audio notes a frame of sound.
func (m *Meter) Audio(now time.Time, pts int64, bytes int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := m.second(now)
	s.bytes += int64(bytes)
	if apart := pts - m.videoDTS; !m.videoAt.IsZero() && apart > -60*segment.Ticks && apart < 60*segment.Ticks {
		s.apart += apart
		s.sampled++
	}
	m.audioAt, m.audioPTS = now, pts
}

// Look is what a glance at the newest second showed.
type Look struct {
	Black  bool // there is nothing to see
	Silent bool // there is nothing to hear
}

// Looked notes a look.
func (m *Meter) Looked(now time.Time, l Look) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.black, m.blackUp = since(m.black, l.Black, now), now
	m.silent, m.silentUp = since(m.silent, l.Silent, now), now
}

func since(begun time.Time, is bool, now time.Time) time.Time {
	switch {
	case !is:
		return time.Time{}
	case begun.IsZero():
		return now
	}
	return begun
}

// Reading is what a meter shows at one moment. Durations are in seconds, so that the
// numbers read alike in metrics, JSON and words.
type Reading struct {
	Lasts      float64 `json:"lasts"`       // since the encoder began
	Bitrate    float64 `json:"bitrate"`     // bits a second that arrive
	FPS        float64 `json:"fps"`         // pictures in a second of the stream
	Pace       float64 `json:"pace"`        // seconds of the stream that arrive in a second; 1 is right
	KeyEvery   float64 `json:"key_every"`   // between key frames; 0 while there is only one
	Drift      float64 `json:"drift"`       // by which sound arrives ahead of its picture, negative for late
	SinceVideo float64 `json:"since_video"` // since the last picture
	SinceAudio float64 `json:"since_audio"` // since the last sound; 0 without any
	Sound      bool    `json:"sound"`       // there has been sound
	Black      float64 `json:"black"`       // for how long there has been nothing to see
	Silent     float64 `json:"silent"`      // and nothing to hear
	Width      int     `json:"width"`       // pixels, 0 before the first picture
	Height     int     `json:"height"`      //
	Depth      int     `json:"depth"`       // bits of a sample of the picture, 0 before the first
	Chroma     string  `json:"chroma"`      // how colours are sampled, as "4:2:0"
	Settled    bool    `json:"settled"`     // there is a whole window to judge by
}

// Read returns what the meter shows now.
func (m *Meter) Read(now time.Time) Reading {
	m.mu.Lock()
	defer m.mu.Unlock()
	lasts := now.Sub(m.began)
	r := Reading{Lasts: lasts.Seconds(), Sound: !m.audioAt.IsZero(), Settled: lasts >= (window+1)*time.Second}
	var sum second
	whole := min(int64(window), now.Unix()-m.began.Unix()-1) // neither the first second nor the last is whole
	for _, s := range m.seconds {
		if age := now.Unix() - s.at; age >= 1 && age <= whole {
			sum.bytes, sum.frames, sum.ticks = sum.bytes+s.bytes, sum.frames+s.frames, sum.ticks+s.ticks
			sum.apart, sum.sampled = sum.apart+s.apart, sum.sampled+s.sampled
		}
	}
	if whole > 0 {
		r.Bitrate = float64(sum.bytes*8) / float64(whole)
		r.Pace = seconds(sum.ticks) / float64(whole)
	}
	if sum.ticks > 0 {
		r.FPS = float64(sum.frames) / seconds(sum.ticks)
	}
	if sum.sampled > 0 {
		r.Drift = seconds(sum.apart / sum.sampled)
	}
	r.KeyEvery = seconds(m.keyTicks)
	if open := m.videoDTS - m.keyDTS; m.keyed && open > m.keyTicks && open < 600*segment.Ticks {
		r.KeyEvery = max(r.KeyEvery, seconds(open))
	}
	r.SinceVideo = lasts.Seconds()
	if !m.videoAt.IsZero() {
		r.SinceVideo = now.Sub(m.videoAt).Seconds()
	}
	if r.Sound {
		r.SinceAudio = now.Sub(m.audioAt).Seconds()
	}
	if !m.black.IsZero() {
		r.Black = m.blackUp.Sub(m.black).Seconds()
	}
	if !m.silent.IsZero() {
		r.Silent = m.silentUp.Sub(m.silent).Seconds()
	}
	return r
}

func seconds(ticks int64) float64 { return float64(ticks) / segment.Ticks }
