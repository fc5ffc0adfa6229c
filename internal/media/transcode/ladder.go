package transcode

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Rung is one size of a film.
type Rung struct {
	Name   int // the shorter side of its pictures, in pixels
	Width  int
	Height int
	Rate   int // at most, of pictures, in kbit/s
}

// standards are the rungs that a film of large pictures gets.
func standards() []Rung {
	return []Rung{{Name: 1080, Rate: 5000}, {Name: 720, Rate: 2800}, {Name: 480, Rate: 1400}, {Name: 360, Rate: 800}}
}

const (
	// nearly is which part of the rung above a rung is dropped for: there is little in it.
	nearly = 0.85
	// shortestFilm is less than what can be played and searched.
	shortestFilm = 500 * time.Millisecond
	// keyEvery is how far key frames lie apart, in seconds: the same ones in every rung.
	keyEvery = 2
	// AudioRate is of the sound of all rungs, in kbit/s.
	AudioRate = 128
	// studioThreads is how many threads decode, and encode each rung. With another number
	// the same film becomes other bytes.
	studioThreads = 2
)

// Ladder is the sizes that a film is made in, the largest first: none larger than it is.
func Ladder(s Survey) []Rung {
	short := min(s.Width, s.Height)
	var rungs []Rung
	for _, r := range standards() {
		if len(rungs) == 0 && short < r.Name {
			continue
		}
		if len(rungs) == 0 && float64(r.Name) < nearly*float64(short) && r.Name < standards()[0].Name {
			rungs = append(rungs, s.rung(short))
		}
		if len(rungs) > 0 && float64(r.Name) > nearly*float64(rungs[len(rungs)-1].Name) {
			continue
		}
		rungs = append(rungs, s.rung(r.Name))
	}
	if len(rungs) == 0 {
		rungs = append(rungs, s.rung(short))
	}
	return rungs
}

// rung is the film in pictures whose shorter side is so long; sides are even.
func (s Survey) rung(short int) Rung {
	scale := float64(short) / float64(min(s.Width, s.Height))
	even := func(side int) int { return max(2, int(math.Round(float64(side)*scale/2))*2) }
	r := Rung{Width: even(s.Width), Height: even(s.Height)}
	r.Name = min(r.Width, r.Height)
	for _, standard := range standards() {
		if standard.Name >= r.Name || r.Rate == 0 {
			r.Rate = standard.Rate
		}
	}
	if float64(s.Rate[0])/float64(s.Rate[1]) > usualRate+1 {
		r.Rate += r.Rate / 2
	}
	return r
}

// RungFile is the file that Encode makes of a rung.
func RungFile(folder string, r Rung) string {
	return filepath.Join(folder, strconv.Itoa(r.Name)+".mp4")
}

// Encode makes a file's film in every size, each an MP4 in folder, with key frames in the
// same places; the first also has the sound. progress hears how much of the film is done.
// An error is a Refusal where the file is at fault.
func (s *Studio) Encode(ctx context.Context, path, folder string, survey Survey, rungs []Rung, progress func(time.Duration)) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return fmt.Errorf("find the file: %w", err)
	}
	length := survey.Duration
	if length == 0 {
		length = LongestFilm
	}
	limits := Limits{Time: s.limits.Time + time.Duration(length.Seconds())*s.limits.Each, Memory: s.limits.Memory, Output: s.limits.Output}
	limits.CPU = limits.Time * studioThreads * time.Duration(len(rungs)+1)
	reader, writer := io.Pipe()
	told := make(chan time.Duration, 1)
	go func() {
		told <- follow(reader, progress)
		_, _ = io.Copy(io.Discard, reader)
	}()
	err = s.ffmpeg.execute(ctx, execution{args: encodeArguments(path, folder, survey, rungs), output: writer, reads: []string{path}, folder: folder, limits: limits})
	_ = writer.Close()
	made := <-told
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case isOutOfLimits(err):
		return errors.Join(TooDemanding, err)
	case errors.Is(err, ErrFailed):
		return refuse(err)
	case err != nil:
		return err
	}
	if err := s.checkLength(ctx, RungFile(folder, rungs[0]), made); err != nil {
		return err
	}
	return checkFilm(folder, survey, rungs, made)
}

// isOutOfLimits reports whether a run failed at its limit of time or memory.
func isOutOfLimits(err error) bool {
	return errors.Is(err, ErrFailed) && (errors.Is(err, context.DeadlineExceeded) || strings.Contains(err.Error(), "signal: ") ||
		strings.Contains(err.Error(), "allocate memory"))
}

// checkLength refuses a film that is too short. What ffmpeg tells of its progress lacks some
// pictures, so the length of a short film is read from its file.
func (s *Studio) checkLength(ctx context.Context, path string, made time.Duration) error {
	if made > 4*shortestFilm {
		return nil
	}
	report := &bounded{left: 1 << 10}
	args := []string{"-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", "file:" + path}
	err := s.ffprobe.execute(ctx, execution{args: args, output: report, reads: []string{path}, limits: surveyLimits()})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, ErrFailed): // there is no film, as checkFilm says
		return nil
	case err == nil && seconds(strings.TrimSpace(report.String())) < shortestFilm:
		return TooShort
	}
	return err
}

// checkFilm compares what was made with what the file said.
func checkFilm(folder string, survey Survey, rungs []Rung, made time.Duration) error {
	for _, r := range rungs {
		if info, err := os.Stat(RungFile(folder, r)); err != nil || info.Size() < 1024 {
			return errors.Join(Unreadable, err)
		}
	}
	switch {
	case made > LongestFilm:
		return TooLong
	case survey.Complete && made < survey.Duration-max(3*time.Second, survey.Duration/50):
		return CutShort
	}
	return nil
}

// follow reads ffmpeg's progress and returns how far it came.
func follow(report io.Reader, progress func(time.Duration)) time.Duration {
	var at time.Duration
	lines := bufio.NewScanner(report)
	for lines.Scan() {
		value, ok := strings.CutPrefix(lines.Text(), "out_time_us=")
		micros, err := strconv.ParseInt(value, 10, 64)
		if !ok || err != nil || micros < 0 {
			continue
		}
		at = time.Duration(micros) * time.Microsecond
		progress(at)
	}
	return at
}

func encodeArguments(path, folder string, survey Survey, rungs []Rung) []string {
	threads := strconv.Itoa(studioThreads)
	args := append([]string{
		"-hide_banner", "-v", "error", "-nostdin", "-y", "-nostats", "-progress", "pipe:1", "-stats_period", "1",
		"-filter_threads", "1", "-filter_complex_threads", "1", "-threads", threads,
	}, input(path, decoders)...)
	args = append(args, "-filter_complex", encodeFilter(survey, rungs))
	rate := float64(survey.Rate[0]) / float64(survey.Rate[1])
	group := strconv.Itoa(int(math.Round(rate * keyEvery)))
	for i, r := range rungs {
		args = append(args, "-map", "[r"+strconv.Itoa(i)+"]")
		if i == 0 && survey.Audio >= 0 {
			args = append(args, "-map", "0:"+strconv.Itoa(survey.Audio), "-c:a", "aac", "-b:a", strconv.Itoa(AudioRate)+"k", "-ac", "2", "-ar", "48000",
				"-af", "aresample=async=1:first_pts=0")
		}
		profile := "high"
		if r.Name <= 480 {
			profile = "main"
		}
		args = append(args,
			"-c:v", "libx264", "-preset", "veryfast", "-profile:v", profile, "-crf", "22",
			"-maxrate", strconv.Itoa(r.Rate)+"k", "-bufsize", strconv.Itoa(2*r.Rate)+"k",
			"-g", group, "-keyint_min", group, "-sc_threshold", "0", "-threads", threads,
			"-map_metadata", "-1", "-map_chapters", "-1", "-sn", "-dn",
			"-t", strconv.Itoa(int(LongestFilm.Seconds())+1), "-f", "mp4", RungFile(folder, r))
	}
	return args
}

// encodeFilter brings pictures to an even pace and to usual colours, once, and then to every size.
func encodeFilter(survey Survey, rungs []Rung) string {
	var b strings.Builder
	fmt.Fprintf(&b, "[0:%d]", survey.Video)
	if survey.Interlaced {
		b.WriteString("yadif=deint=interlaced,")
	}
	fmt.Fprintf(&b, "fps=%d/%d:start_time=0,", survey.Rate[0], survey.Rate[1])
	if colour := survey.Colour.filter(rungs[0]); colour != "" {
		b.WriteString(colour + ",")
	}
	if survey.Hold > 0 {
		fmt.Fprintf(&b, "tpad=stop_mode=clone:stop_duration=%.3f,", survey.Hold.Seconds())
	}
	fmt.Fprintf(&b, "split=%d", len(rungs))
	for i := range rungs {
		fmt.Fprintf(&b, "[s%d]", i)
	}
	for i, r := range rungs {
		fmt.Fprintf(&b, ";[s%d]scale=%d:%d,setsar=1,format=yuv420p[r%d]", i, r.Width, r.Height, i)
	}
	return b.String()
}
