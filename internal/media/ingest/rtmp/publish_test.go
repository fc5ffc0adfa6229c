package rtmp_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/media/ingest"
	"github.com/grandstand/grandstand/internal/media/ingest/ingesttest"
	"github.com/grandstand/grandstand/internal/media/ingest/rtmp"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// expect fails unless the recording lasts about as long as what was published and
// decodes without a complaint.
func (s *studio) expect(seconds, runs int) *segment.Snapshot {
	s.t.Helper()
	snapshot := s.Index.Load()
	if got, want := snapshot.Duration(), time.Duration(seconds)*time.Second; got < want-300*time.Millisecond || got > want+300*time.Millisecond {
		s.t.Errorf("recorded %s of %s", got, want)
	}
	if len(snapshot.Runs) != runs {
		s.t.Errorf("%d runs, want %d", len(snapshot.Runs), runs)
	}
	if complaints := s.Decode(s.t); complaints != "" {
		s.t.Errorf("does not decode:\n%s", complaints)
	}
	return snapshot
}

func TestPublishAsEncodersDo(t *testing.T) {
	for name, tt := range map[string]struct {
		args  []string
		check func(t *testing.T, s *segment.Snapshot)
	}{
		"plain": {
			args: join(picture("320x180", 6), sound(6), x264("-tune", "zerolatency"), aac()),
			check: func(t *testing.T, s *segment.Snapshot) {
				if len(s.Segments) != 3 || s.Runs[0].Video.Width != 320 || s.Runs[0].Audio.SampleRate != 48000 {
					t.Errorf("%d segments of %dx%d", len(s.Segments), s.Runs[0].Video.Width, s.Runs[0].Video.Height)
				}
			},
		},
		"B-frames": {args: join(picture("320x180", 6), sound(6), x264("-bf", "3", "-b_strategy", "0", "-x264-params", "bframes=3:b-adapt=0"), aac())},
		"no audio": {args: join(picture("320x180", 6), x264())},
		"44.1 kHz mono": {
			args: join(picture("320x180", 6), sound(6), x264(), []string{"-c:a", "aac", "-ar", "44100", "-ac", "1"}),
			check: func(t *testing.T, s *segment.Snapshot) {
				if a := s.Runs[0].Audio; a.SampleRate != 44100 || a.Channels != 1 {
					t.Errorf("audio %d Hz, %d channels", a.SampleRate, a.Channels)
				}
			},
		},
		"long groups": {
			args: join(picture("320x180", 9), sound(9), x264("-g", "240", "-sc_threshold", "0"), aac()),
			check: func(t *testing.T, s *segment.Snapshot) {
				if s.Target != 8 || len(s.Segments) != 2 {
					t.Errorf("target %d, %d segments", s.Target, len(s.Segments))
				}
			},
		},
		"constant rate with filler": {args: join(picture("320x180", 6), sound(6), x264("-b:v", "1M", "-minrate", "1M", "-maxrate", "1M", "-bufsize", "1M", "-x264-params", "nal-hrd=cbr"), aac())},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStudio(t, nil)
			mustFFmpeg(t, append(tt.args, "-f", "flv", s.url(goodKey))...)
			_ = s.Reason(t)
			seconds := 6
			if name == "long groups" {
				seconds = 9
			}
			snapshot := s.expect(seconds, 1)
			if tt.check != nil {
				tt.check(t, snapshot)
			}
			s.log.Await(t, "msg=closed", "code=ended", `reason="the encoder ended the stream"`)
			if text, _ := s.log.Text(); strings.Contains(text, goodKey) {
				t.Errorf("the log holds the stream key:\n%s", text)
			}
		})
	}
}

func TestResolutionChange(t *testing.T) {
	s := newStudio(t, nil)
	dir := t.TempDir()
	var list strings.Builder
	for _, size := range []string{"320x180", "640x360"} {
		path := filepath.Join(dir, size+".mp4")
		mustFFmpeg(t, join(picture(size, 4), sound(4), x264(), aac(), []string{path})...)
		list.WriteString("file '" + path + "'\n")
	}
	playlist := filepath.Join(dir, "list.txt")
	if err := os.WriteFile(playlist, []byte(list.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	mustFFmpeg(t, "-f", "concat", "-safe", "0", "-i", playlist, "-c", "copy", "-f", "flv", s.url(goodKey))
	_ = s.Reason(t)
	snapshot := s.expect(8, 2)
	if w := snapshot.LastRun().Video.Width; w != 640 {
		t.Errorf("the second run is %d wide", w)
	}
}

func TestTimestampJump(t *testing.T) {
	s := newStudio(t, nil)
	source := file(t, "source.flv", join(picture("320x180", 8), sound(8), x264(), aac())...)
	filter := "setts=pts=PTS+gt(PTS\\,3000)*600000:dts=DTS+gt(DTS\\,3000)*600000"
	mustFFmpeg(t, "-i", source, "-c", "copy", "-bsf:v", filter, "-bsf:a", filter, "-f", "flv", s.url(goodKey))
	_ = s.Reason(t)
	snapshot := s.expect(8, 2)
	if snapshot.Segments[len(snapshot.Segments)-1].Breaks != 1 {
		t.Errorf("segments: %+v", snapshot.Segments)
	}
}

// ffmpeg never sends times that step back, so that a client of our own does.
func TestTimestampsThatStepBack(t *testing.T) {
	s := newStudio(t, nil)
	units := h264Units(t, 6)
	c := dial(t, s.url(goodKey))
	for i, unit := range units {
		at := time.Duration(i) * 33 * time.Millisecond
		if i >= 90 {
			at -= 2 * time.Second
		}
		c.send(at, unit)
	}
	c.Close()
	_ = s.Reason(t)
	snapshot := s.Index.Load()
	if len(snapshot.Runs) != 2 {
		t.Errorf("%d runs, want 2", len(snapshot.Runs))
	}
	if got := snapshot.Duration(); got < 5*time.Second || got > 7*time.Second {
		t.Errorf("recorded %s of 6 s", got)
	}
	if complaints := s.Decode(t); complaints != "" {
		t.Errorf("does not decode:\n%s", complaints)
	}
}

func TestALostConnectionKeepsWhatCame(t *testing.T) {
	s := newStudio(t, nil)
	c := dial(t, s.url(goodKey))
	for i, unit := range h264Units(t, 5) {
		c.send(time.Duration(i)*33*time.Millisecond, unit)
	}
	c.Close()
	_ = s.Reason(t)
	s.log.Await(t, "code=lost")
	if got := s.Index.Load().Duration(); got < 4900*time.Millisecond {
		t.Errorf("recorded %s of 5 s", got)
	}
}

func TestAnEncoderThatFallsSilentIsClosed(t *testing.T) {
	unit := h264Units(t, 1)[0]
	s := newStudio(t, func(o *rtmp.Options) { o.IdleTimeout = 200 * time.Millisecond })
	dial(t, s.url(goodKey)).send(0, unit)
	_ = s.Reason(t)
	s.log.Await(t, "code=silent")
}

// Who is not heard any more learns it at once, and not when all that came is stored.
func TestTheEncoderDoesNotWaitForTheStore(t *testing.T) {
	stuck := ingesttest.Stuck{Ending: make(chan struct{}), Answer: make(chan struct{})}
	s := newStudio(t, func(o *rtmp.Options) { stuck.Gate, o.Gate = o.Gate, &stuck })
	c := dial(t, s.url(goodKey))
	c.send(0, h264Units(t, 1)[0])
	<-stuck.Ending
	gone(t, c.NetConn())
	close(stuck.Answer)
	if err := s.Reason(t); !errors.Is(err, segment.ErrStorage) {
		t.Errorf("closed for %v", err)
	}
}

func TestAPublisherWithoutAPictureIsClosed(t *testing.T) {
	s := newStudio(t, func(o *rtmp.Options) { o.NoVideoTimeout = 200 * time.Millisecond })
	dial(t, s.url(goodKey))
	if err := s.Reason(t); !errors.Is(err, segment.ErrNoVideo) {
		t.Errorf("closed for %v", err)
	}
	s.log.Await(t, "code=no_video")
}

func TestNoVideoIsRefused(t *testing.T) {
	s := newStudio(t, nil)
	_, _ = ffmpeg(t, join(sound(8), aac(), []string{"-f", "flv", s.url(goodKey)})...)
	if err := s.Reason(t); !errors.Is(err, segment.ErrNoVideo) {
		t.Errorf("closed for %v", err)
	}
	s.log.Await(t, "code=no_video")
}

func TestOtherCodecsAreRefused(t *testing.T) {
	s := newStudio(t, nil)
	_, _ = ffmpeg(t, join(picture("320x180", 2), []string{"-c:v", "flv1", "-f", "flv", s.url(goodKey)})...)
	s.log.Await(t, "code=codec", "video is Sorenson H.263, not H.264")
	_ = s.Reason(t)
	_, _ = ffmpeg(t, join(picture("320x180", 2), sound(2), x264(), []string{"-c:a", "libmp3lame", "-ar", "44100", "-f", "flv", s.url(goodKey)})...)
	s.log.Await(t, "code=codec", "audio is MP3, not AAC")
	_ = s.Reason(t)
}

// FFmpeg's 5.1 with speakers at the sides has elements that no channel configuration has.
func TestSoundOfOtherChannelsIsToldAsSuch(t *testing.T) {
	s := newStudio(t, nil)
	out, _ := ffmpeg(t, join(picture("320x180", 2), sound(2), x264(), []string{"-af", "aformat=channel_layouts=5.1(side)", "-c:a", "aac", "-f", "flv", s.url(goodKey)})...)
	s.log.Await(t, "code=sound_channels", "6 channels of sound in an order that players do not know")
	if !strings.Contains(out, "6 channels of sound") {
		t.Errorf("ffmpeg was told %q", out)
	}
	_ = s.Reason(t)
}

func TestRefusalsReachTheEncoder(t *testing.T) {
	for name, tt := range map[string]struct{ path, code, told string }{
		"wrong key":      {"/live/wrong-wrong-wrong-wrong", "unknown_key", "no stream has this stream key"},
		"no application": {"/other/" + goodKey, "application", "<stream key>"},
		"our own fault":  {"/live/broken-broken-broken", "error", "cannot take streams"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStudio(t, nil)
			out, err := ffmpeg(t, join(picture("320x180", 2), x264(), []string{"-f", "flv", "rtmp://" + s.address + tt.path})...)
			if err == nil || !strings.Contains(out, tt.told) {
				t.Errorf("ffmpeg was told %q (%v)", out, err)
			}
			s.log.Await(t, "msg=closed", "code="+tt.code)
			if text, _ := s.log.Text(); strings.Contains(text, "wrong-wrong-wrong") {
				t.Errorf("the log holds the key:\n%s", text)
			}
		})
	}
	t.Run("playing", func(t *testing.T) {
		s := newStudio(t, nil)
		if _, err := ffmpeg(t, "-i", s.url(goodKey), "-f", "null", "-"); err == nil {
			t.Error("a stream was played over RTMP")
		}
		s.log.Await(t, "code=play")
	})
	t.Run("full", func(t *testing.T) {
		s := newStudio(t, func(o *rtmp.Options) { o.MaxPublishers = -1 })
		_, _ = ffmpeg(t, join(picture("320x180", 2), x264(), []string{"-f", "flv", s.url(goodKey)})...)
		s.log.Await(t, "code=full")
	})
	t.Run("too fast", func(t *testing.T) {
		s := newStudio(t, func(o *rtmp.Options) { o.MaxBitrate = 50_000 })
		_, _ = ffmpeg(t, join(picture("640x360", 4), x264("-b:v", "2M"), []string{"-f", "flv", s.url(goodKey)})...)
		s.log.Await(t, "code=excess", "more than 50000 bits a second")
		_ = s.Reason(t)
	})
}

// What is recorded hears why the connection was hung up on, not that it could not be read from.
func TestWhoIsHungUpOn(t *testing.T) {
	s := newStudio(t, nil)
	c := dial(t, s.url(goodKey))
	over := &ingest.Refusal{Code: "event_over", Reason: "an operator ended the event"}
	s.HangUp(t, over)
	if err := s.Reason(t); !errors.Is(err, over) {
		t.Error(err)
	}
	c.Close()
	s.log.Await(t, "msg=closed", "code=event_over")
}
