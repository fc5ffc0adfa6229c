package transcode

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/grandstand/grandstand/internal/media/caption"
)

const (
	// textDecoders are the codecs of subtitles that are text, by the names of their decoders.
	textDecoders = "mov_text,subrip,srt,ass,ssa,webvtt,text"
	// maxTexts bounds how many tracks of subtitles are read.
	maxTexts = 16
)

// TextTrack is a track of subtitles that are text.
type TextTrack struct {
	Stream   int
	Codec    string
	Language string // as the file has it: by ISO 639-2, "und" or empty where it does not say
}

// textTracks lists the subtitles for those who do not hear, the default one first. Forced
// subtitles translate signs only.
func (p probed) textTracks() []TextTrack {
	var tracks []TextTrack
	for _, s := range p.Streams {
		texts := []string{"mov_text", "subrip", "ass", "ssa", "webvtt", "text"}
		if s.Type != "subtitle" || !slices.Contains(texts, s.Codec) || s.Disposition.Forced > 0 || len(tracks) == maxTexts {
			continue
		}
		track := TextTrack{Stream: s.Index, Codec: s.Codec, Language: s.Tags.Language}
		if s.Disposition.Default > 0 {
			tracks = slices.Insert(tracks, 0, track)
		} else {
			tracks = append(tracks, track)
		}
	}
	return tracks
}

// Texts reads tracks of subtitles, and returns a caption file of each. One that cannot be
// read is empty. It needs a folder for its files.
func (s *Studio) Texts(ctx context.Context, path, folder string, tracks []TextTrack) ([][]byte, error) {
	if len(tracks) == 0 {
		return nil, nil
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("find the file: %w", err)
	}
	args := append([]string{"-hide_banner", "-v", "error", "-nostdin", "-y"}, input(path, decoders+","+textDecoders)...)
	for _, t := range tracks {
		codec, format := t.written()
		args = append(args, "-map", "0:"+strconv.Itoa(t.Stream), "-c:s", codec, "-map_metadata", "-1", "-f", format, textFile(folder, t))
	}
	limits := Limits{Time: s.limits.Time, Memory: 2 << 30, Output: 4 * caption.MaxBytes}
	err = s.ffmpeg.execute(ctx, execution{args: args, reads: []string{path}, folder: folder, limits: limits})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil && !errors.Is(err, ErrFailed) {
		return nil, err
	}
	texts := make([][]byte, len(tracks))
	for i, t := range tracks {
		content, read := os.ReadFile(textFile(folder, t))
		if read == nil && len(content) <= caption.MaxBytes {
			texts[i] = content
		}
	}
	return texts, err
}

// written is how ffmpeg writes a track: as it is, where there are files of its format, since
// ffmpeg drops what it does not know.
func (t TextTrack) written() (codec, format string) {
	switch t.Codec {
	case "subrip":
		return "copy", "srt"
	case "ass", "ssa":
		return "copy", "ass"
	case "webvtt":
		return "copy", "webvtt"
	}
	return "srt", "srt"
}

func textFile(folder string, t TextTrack) string {
	return filepath.Join(folder, fmt.Sprintf("text-%d", t.Stream))
}
