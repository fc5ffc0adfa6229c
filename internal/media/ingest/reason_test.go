package ingest

import (
	"errors"
	"fmt"
	"testing"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// People read sentences: what ffmpeg, the disk or the database says is for the log.
func TestReasonsInWords(t *testing.T) {
	ffmpeg := errors.New("ffmpeg failed: exit status 1: [aac @ 0x55d0] Invalid data found when processing input")
	for want, reason := range map[string]error{
		"the server could not convert the sound":            fmt.Errorf("%w: %w", &Reason{Code: "sound", Text: "the sound could not be converted"}, ffmpeg),
		"the server could not store the stream":             fmt.Errorf("%w: %w", segment.ErrStorage, errors.New("write /data/7/1.m4s: no space left on device")),
		"the server had a fault":                            errors.New("SQL logic error: no such table: streams (1)"),
		"the connection was lost":                           fmt.Errorf("%w: %w", ErrLost, errors.New("read tcp 192.0.2.7:9000: connection reset by peer")),
		"the encoder sent no picture":                       ErrNoVideo,
		"the encoder sent no key frame":                     segment.ErrNoKeyFrame,
		"video is HEVC (H.265), not H.264":                  fmt.Errorf("video is HEVC (H.265), not H.264: %w", ErrCodec),
		"unsupported codec":                                 ErrCodec,
		"more than 20000000 bits a second":                  fmt.Errorf("more than 20000000 bits a second: %w", ErrExcess),
		"the encoder fell silent":                           ErrSilent,
		"the server cannot take more streams at the moment": ErrFull,
	} {
		if got := InWords(reason); got != want {
			t.Errorf("%v: %q, want %q", reason, got, want)
		}
	}
}
