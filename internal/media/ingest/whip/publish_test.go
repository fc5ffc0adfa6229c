package whip_test

import (
	"context"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/media/ingest"
	"github.com/grandstand/grandstand/internal/media/ingest/whip"
	"github.com/grandstand/grandstand/internal/media/ingest/whip/whiptest"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// An encoder's pictures and sound are recorded whole, over the moment at which both of its
// clocks and the numbers of its packets begin anew, with sound and without.
func TestAnEncoderIsRecorded(t *testing.T) {
	for name, sound := range map[string]bool{"with sound": true, "without": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStudio(t, nil)
			e := s.dial(sound)
			// In real time, as an encoder: the recorder waits for late sound by the video's time and then records silence, and a
			// faster video leaves the conversion of the sound less time to start.
			s.send(e, pattern(t, 6, sound), whiptest.Sending{
				VideoClock: math.MaxUint32 - 2*90_000, AudioClock: math.MaxUint32 - 3*48_000, Reports: true,
			})
			if code := ingest.CodeOf(s.Reason(t)); code != "ended" {
				t.Errorf("ended as %q", code)
			}
			snapshot := s.Index.Load()
			if video := s.length(segment.Video); len(snapshot.Runs) != 1 || video < 5.8 || video > 6.1 {
				t.Errorf("%d runs, %.2f s of video", len(snapshot.Runs), video)
			}
			if complaints := s.Decode(t); complaints != "" {
				t.Error(complaints)
			}
			if heard := s.loud(); sound != (heard > 5) {
				t.Errorf("%.2f s of sound", heard)
			}
			if line := s.log.Line(t, "msg=closed"); !strings.Contains(line, "protocol=whip") || !strings.Contains(line, "code=ended") || strings.Contains(line, goodKey) {
				t.Error(line)
			}
			text, _ := s.log.Text()
			if strings.Contains(text, goodKey) || strings.Contains(e.Session, goodKey) {
				t.Error("the key is told")
			}
		})
	}
}

// loud is how many seconds of the recording are to be heard.
func (s *studio) loud() float64 {
	s.t.Helper()
	_, said := ffmpeg(s.t, s.file(segment.Audio), "-v", "info", "-i", "pipe:0", "-af", "silencedetect=noise=-40dB:d=0.1", "-f", "null", "-")
	silent := 0.0
	for _, length := range after(said, "silence_duration: ") {
		silent += length
	}
	return s.length(segment.Audio) - silent
}

// after are the numbers that follow a word.
func after(text, word string) (numbers []float64) {
	for _, rest := range strings.Split(text, word)[1:] {
		n, err := strconv.ParseFloat(strings.FieldsFunc(rest, func(r rune) bool { return r == ' ' || r == '\n' || r == '\r' })[0], 64)
		if err == nil {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

// blinks is footage that turns white, and sounds, in every second half of a second.
func blinks(t *testing.T) *whiptest.Footage {
	return render(t, true, "-f", "lavfi", "-i", "color=black:size=320x180:rate=30:duration=8,drawbox=color=white:t=fill:enable='gte(mod(t\\,1)\\,0.5)'",
		"-f", "lavfi", "-i", "aevalsrc='if(gte(mod(t\\,1)\\,0.5)\\,0.5*sin(2*PI*1000*t)\\,0)':s=48000:d=8", "-preset", "ultrafast", "-g", "30")
}

// whiteAt and loudAt are when picture and sound of the recording begin to be there, in
// seconds of its line of time.
func (s *studio) whiteAt() (times []float64) {
	s.t.Helper()
	out, said := ffmpeg(s.t, s.file(segment.Video), "-v", "error", "-copyts", "-i", "pipe:0", "-vf", "signalstats,metadata=print:key=lavfi.signalstats.YAVG:file=-", "-f", "null", "-")
	if said != "" {
		s.t.Error(said)
	}
	white := true
	for frame := range strings.SplitSeq(out, "frame:") {
		at, bright := after(frame, "pts_time:"), after(frame, "YAVG=")
		if len(at) == 0 || len(bright) == 0 {
			continue
		}
		if now := bright[0] > 128; now && !white {
			times = append(times, at[0])
		}
		white = bright[0] > 128
	}
	return times
}

func (s *studio) loudAt() []float64 {
	s.t.Helper()
	_, said := ffmpeg(s.t, s.file(segment.Audio), "-v", "info", "-copyts", "-i", "pipe:0", "-af", "silencedetect=noise=-30dB:d=0.1", "-f", "null", "-")
	return after(said, "silence_end: ")
}

// Sound and picture are together as the sender's reports of its clocks say, however late its
// sound is sent. TestSoundIsPutToItsPicture covers senders without reports.
func TestSoundAndPictureAreTogether(t *testing.T) {
	for name, tt := range map[string]struct {
		how   whiptest.Sending
		apart float64
	}{
		"by reports":           {whiptest.Sending{Reports: true, VideoClock: 77, AudioClock: 4_000_000_000}, 0.05},
		"by reports, late":     {whiptest.Sending{Reports: true, VideoClock: 3_000_000_000, AudioClock: 99, Late: 400 * time.Millisecond}, 0.05},
		"by reports, if wrong": {whiptest.Sending{Reports: true, Skew: 400 * time.Millisecond}, 0.45},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStudio(t, nil)
			s.send(s.dial(true), blinks(t), tt.how)
			_ = s.Reason(t)
			white, loud := s.whiteAt(), s.loudAt()
			worst, compared := 0.0, 0
			for _, at := range white {
				apart := 10.0
				for _, other := range loud {
					apart = min(apart, math.Abs(other-at))
				}
				if apart < 0.5 {
					worst, compared = max(worst, apart), compared+1
				}
			}
			t.Logf("%d times, at worst %.0f ms apart; white at %.3f, loud at %.3f", compared, 1000*worst, white, loud)
			if compared < 4 || worst > tt.apart {
				t.Errorf("at worst %.0f ms apart", 1000*worst)
			}
			if tt.how.Skew > 0 && worst < 0.35 {
				t.Error("sound that is apart from its picture is not noticed: the others prove nothing")
			}
		})
	}
}

// lossy loses a packet of the picture here and there: beginnings, middles and ends.
func lossy(n int) bool { return n > 60 && n%47 == 0 }

// Pictures that lack a packet, and those that depend on them, are left out; the encoder is
// asked for a key frame. With losses that cannot be noticed ffmpeg complains.
func TestLostPacketsTearNoPicture(t *testing.T) {
	for name, hide := range map[string]bool{"noticed": false, "hidden": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStudio(t, nil)
			e := s.dial(false)
			f := render(t, false, "-f", "lavfi", "-i", "testsrc2=size=640x360:rate=30:duration=8", "-preset", "ultrafast", "-g", "30", "-b:v", "2M")
			s.send(e, f, whiptest.Sending{Lose: lossy, Hide: hide, Speed: 2})
			_ = s.Reason(t)
			complaints := s.Decode(t)
			if hide {
				if complaints == "" {
					t.Error("torn pictures are not noticed: the other proves nothing")
				}
				return
			}
			if complaints != "" {
				t.Error(complaints)
			}
			if s.length(segment.Video) < 6 {
				t.Errorf("%.1f s are left", s.length(segment.Video))
			}
			if e.AskedForKeyFrames() < 2 {
				t.Errorf("asked %d times for a key frame", e.AskedForKeyFrames())
			}
		})
	}
}

// Who comes back goes on in the same recording.
func TestAnEncoderComesBack(t *testing.T) {
	s := newStudio(t, func(o *whip.Options) { o.IdleTimeout = 3 * time.Second })
	f := pattern(t, 4, true)
	first := s.dial(true)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := first.Send(ctx, f, whiptest.Sending{Reports: true, Speed: 2}); err != nil {
		t.Fatal(err)
	}
	first.Close()
	if code := ingest.CodeOf(s.Reason(t)); code != "lost" && code != "silent" { // the network may lose a good-bye
		t.Errorf("ended as %q", code)
	}
	s.send(s.dial(true), f, whiptest.Sending{Reports: true, Speed: 2})
	_ = s.Reason(t)
	if snapshot := s.Index.Load(); len(snapshot.Runs) != 2 || s.length(segment.Video) < 7.5 {
		t.Errorf("%d runs, %.2f s", len(snapshot.Runs), s.length(segment.Video))
	}
	if complaints := s.Decode(t); complaints != "" {
		t.Error(complaints)
	}
}

// The end of a session is told when it is over, so that who asks anew is let in.
func TestASessionEndsAtOnce(t *testing.T) {
	s := newStudio(t, nil)
	e := s.dial(true)
	if status, err := e.Delete(t.Context()); err != nil || status != 200 {
		t.Fatalf("%d, %v", status, err)
	}
	select {
	case err := <-s.Closed:
		if ingest.CodeOf(err) != "ended" {
			t.Error(err)
		}
	default:
		t.Error("the session was answered before its end")
	}
	select {
	case <-e.Gone():
	case <-time.After(patience):
		t.Error("the encoder was not told")
	}
	s.log.Await(t, "code=ended")
}

// Where the port is behind an address translation, encoders are told the addresses by which
// they reach it, and come through one of them.
func TestAddressesOfThePort(t *testing.T) {
	s := newStudio(t, func(o *whip.Options) { o.Addresses = []string{"192.0.2.7", "127.0.0.1"} })
	answer, _, err := whiptest.Post(t.Context(), s.site+whip.Path, goodKey, "application/sdp", offer(t, false))
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := strings.Cut(s.address, ":")
	for _, want := range []string{"192.0.2.7 " + port, "127.0.0.1 " + port, "a=ice-lite", "a=setup:passive", "a=recvonly", "a=end-of-candidates"} {
		if !strings.Contains(answer, want) {
			t.Errorf("%s is missing in\n%s", want, answer)
		}
	}
	s.dial(false).Close()
}

// The key may also be the end of the address.
func TestTheKeyInTheAddress(t *testing.T) {
	s := newStudio(t, nil)
	e, err := whiptest.Dial(t.Context(), s.site+whip.Path+"/"+goodKey, "", false)
	if err != nil {
		t.Fatal(err)
	}
	e.Close()
	_ = s.Reason(t)
	if strings.Contains(e.Session, goodKey) {
		t.Errorf("the session is %s", e.Session)
	}
}
