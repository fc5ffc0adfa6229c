package transcode

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"
)

// shortestHold is less than what sound outlasts pictures for in ordinary files.
const shortestHold = 100 * time.Millisecond

// hold is how long the last picture is held, so that sound that outlasts it is heard.
func (s *Studio) hold(ctx context.Context, path string, found probed, video, audio probedStream) (time.Duration, error) {
	begin, ends := found.begin(video, audio), [2]time.Duration{}
	for i, stream := range []probedStream{video, audio} {
		end, known := stream.end(begin)
		if !known {
			var err error
			if end, err = s.measure(ctx, path, stream.Index); err != nil {
				return 0, err
			}
		}
		ends[i] = end
	}
	if by := ends[1] - ends[0]; ends[0] > 0 && by >= shortestHold {
		return by, nil
	}
	return 0, nil
}

// end is when a stream ends, counted from the beginning of its file, if the file says so.
func (s probedStream) end(begin time.Duration) (end time.Duration, known bool) {
	if d := seconds(s.Duration); d > 0 {
		return seconds(s.Start) + d - begin, true
	}
	// In Matroska a tag of the track has the time of its end.
	parts := strings.Split(s.Tags.Duration, ":")
	if len(parts) != 3 {
		return 0, false
	}
	hours, err := strconv.Atoi(parts[0])
	minutes, err2 := strconv.Atoi(parts[1])
	rest := seconds(parts[2])
	if errors.Join(err, err2) != nil || hours < 0 || hours > 1000 || minutes < 0 || minutes > 59 {
		return 0, false
	}
	end = time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute + rest
	return end - begin, end > 0
}

// measure reads a file to find when a stream ends, without decoding it. It is 0 where that
// cannot be found.
func (s *Studio) measure(ctx context.Context, path string, stream int) (time.Duration, error) {
	args := append([]string{"-hide_banner", "-v", "error", "-nostdin", "-nostats", "-progress", "pipe:1"}, input(path, decoders)...)
	args = append(args, "-map", "0:"+strconv.Itoa(stream), "-c", "copy", "-f", "null", "-")
	reader, writer := io.Pipe()
	told := make(chan time.Duration, 1)
	go func() {
		told <- follow(reader, func(time.Duration) {})
		_, _ = io.Copy(io.Discard, reader)
	}()
	limits := surveyLimits()
	limits.Time = s.limits.Time
	err := s.ffmpeg.execute(ctx, execution{args: args, output: writer, reads: []string{path}, limits: limits})
	_ = writer.Close()
	end := <-told
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case errors.Is(err, ErrFailed):
		return 0, nil
	}
	return end, err
}
