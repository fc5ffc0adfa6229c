package transcode

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Bounds of what is taken.
const (
	// LongestFilm bounds how long a film may be.
	LongestFilm = 8 * time.Hour

	maxSide     = 8192        // pixels
	maxPixels   = 8192 * 4352 // of one picture
	minSide     = 32
	maxAspect   = 8 // of the longer side to the shorter
	maxStreams  = 64
	maxRate     = 60 // pictures a second
	usualRate   = 30
	maxChapters = 500
	maxReport   = 2 << 20 // bytes that a file may have said about itself
)

// Survey is what a file says of itself.
type Survey struct {
	Duration   time.Duration // 0 where it does not say
	Complete   bool          // the duration is in its tables and not estimated
	Video      int           // the stream with its pictures
	Width      int           // of the pictures as they are shown: turned, in square pixels
	Height     int
	Rate       [2]int // pictures a second, as a fraction
	Interlaced bool
	Colour     Colour
	Audio      int           // the stream with its sound, -1 without
	Language   string        // of the sound, as the file has it: by ISO 639-2, "und" or empty where it does not say
	Hold       time.Duration // how long the last picture is held for sound that outlasts it
	Chapters   []Chapter
	Texts      []TextTrack
}

// Chapter is one part of a film, as its container names it.
type Chapter struct {
	Start, End time.Duration
	Title      string
}

// Studio makes films of files that strangers sent. It reads one file, opens no network
// connection, and bounds the cost. It is safe for concurrent use.
type Studio struct {
	ffmpeg, ffprobe *Tool
	limits          StudioLimits

	mu    sync.Mutex
	table codecTable // nil before it is needed
}

// StudioLimits bound the making of one film.
type StudioLimits struct {
	Time   time.Duration // for any film
	Each   time.Duration // beside it, for each second of the film
	Memory uint64        // bytes of address space
	Output uint64        // bytes of any one file
}

// DefaultStudioLimits are for films of hours on a machine that has other work, too.
func DefaultStudioLimits() StudioLimits {
	return StudioLimits{Time: 10 * time.Minute, Each: 20 * time.Second, Memory: 6 << 30, Output: 64 << 30}
}

// NewStudio finds ffmpeg and ffprobe.
func NewStudio(limits StudioLimits) (*Studio, error) {
	s := &Studio{limits: limits}
	for name, tool := range map[string]**Tool{"ffmpeg": &s.ffmpeg, "ffprobe": &s.ffprobe} {
		path, err := findProgram(name)
		if err != nil {
			return nil, err
		}
		*tool = &Tool{path: path}
	}
	return s, nil
}

// surveyLimits bound looking at a file.
func surveyLimits() Limits {
	return Limits{Time: time.Minute, Memory: 2 << 30, Output: 1 << 20}
}

// input returns the options of ffmpeg that open one file with the decoders given. Files that it refers to are not opened.
func input(path, decoders string) []string {
	return []string{
		"-protocol_whitelist", "file", "-format_whitelist", formats, "-codec_whitelist", decoders,
		"-max_streams", strconv.Itoa(maxStreams), "-max_pixels", strconv.Itoa(maxPixels), "-i", "file:" + path,
	}
}

// Survey looks at a file. An error is a Refusal where the file is at fault.
func (s *Studio) Survey(ctx context.Context, path string) (Survey, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return Survey{}, fmt.Errorf("find the file: %w", err)
	}
	codecs, err := s.codecs(ctx)
	if err != nil {
		return Survey{}, err
	}
	found, err := s.probe(ctx, path, codecs)
	if err != nil {
		return Survey{}, err
	}
	survey, video, audio, err := found.survey(codecs)
	if err != nil {
		return survey, err
	}
	if survey.Audio >= 0 {
		if survey.Hold, err = s.hold(ctx, path, found, video, audio); err != nil {
			return Survey{}, err
		}
	}
	if seconds(video.Duration) > 0 { // else the length is that of all tracks
		survey.Duration += survey.Hold
	}
	if survey.Duration > LongestFilm {
		return survey, TooLong
	}
	return survey, nil
}

// probe asks ffprobe about a file.
func (s *Studio) probe(ctx context.Context, path string, codecs codecTable) (probed, error) {
	report := &bounded{left: maxReport}
	err := s.ffprobe.execute(ctx, execution{args: probeArguments(path, codecs), output: report, reads: []string{path}, limits: surveyLimits()})
	switch {
	case ctx.Err() != nil:
		return probed{}, ctx.Err()
	case errors.Is(err, ErrFailed):
		return probed{}, refuse(err)
	case report.left < 0:
		return probed{}, errors.Join(Unreadable, err)
	case err != nil:
		return probed{}, err
	}
	var found probed
	if err := json.Unmarshal(report.Bytes(), &found); err != nil {
		return probed{}, errors.Join(Unreadable, err)
	}
	return found, nil
}

func probeArguments(path string, codecs codecTable) []string {
	args := append([]string{
		"-hide_banner", "-v", "error", "-probesize", "64M", "-analyzeduration", "60M", "-print_format", "json",
		"-show_entries", "format=duration,start_time,format_name:program=program_id:program_stream=index:stream=index,codec_type,codec_name,width,height,channels,sample_aspect_ratio,avg_frame_rate,r_frame_rate," +
			"field_order,start_time,duration,pix_fmt,color_transfer,color_primaries,color_space:stream_tags=DURATION,language:" +
			"stream_disposition=attached_pic,default,forced:stream_side_data=rotation,dv_profile,dv_bl_signal_compatibility_id:chapter=start_time,end_time:chapter_tags=title",
	}, input(path, decoders)...)
	return append(args, codecs.openable()...)
}

// bounded keeps what is written to it, up to a limit.
type bounded struct {
	bytes.Buffer
	left int
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.left -= len(p); b.left < 0 {
		return 0, io.ErrShortBuffer
	}
	return b.Buffer.Write(p)
}

// probed is ffprobe's report.
type probed struct {
	Format struct {
		Duration string `json:"duration"`
		Start    string `json:"start_time"`
		Name     string `json:"format_name"`
	} `json:"format"`
	Programs []probedProgram `json:"programs"`
	Streams  []probedStream  `json:"streams"`
	Chapters []struct {
		Start string `json:"start_time"`
		End   string `json:"end_time"`
		Tags  struct {
			Title string `json:"title"`
		} `json:"tags"`
	} `json:"chapters"`
}

type probedStream struct {
	Index     int    `json:"index"`
	Type      string `json:"codec_type"`
	Codec     string `json:"codec_name"`
	Width     int    `json:"width"`
	Height    int    `json:"height"`
	Channels  int    `json:"channels"`
	Aspect    string `json:"sample_aspect_ratio"`
	Average   string `json:"avg_frame_rate"`
	Nominal   string `json:"r_frame_rate"`
	Fields    string `json:"field_order"`
	Start     string `json:"start_time"`
	Duration  string `json:"duration"`
	Pixels    string `json:"pix_fmt"`
	Transfer  string `json:"color_transfer"`
	Primaries string `json:"color_primaries"`
	Matrix    string `json:"color_space"`
	Tags      struct {
		Duration string `json:"DURATION"`
		Language string `json:"language"`
	} `json:"tags"`
	Disposition struct {
		Attached int `json:"attached_pic"`
		Default  int `json:"default"`
		Forced   int `json:"forced"`
	} `json:"disposition"`
	SideData []struct {
		Rotation    float64 `json:"rotation"`
		DolbyVision int     `json:"dv_profile"`
		DolbySeenAs int     `json:"dv_bl_signal_compatibility_id"`
	} `json:"side_data_list"`
}

// survey reads the report, and returns the streams of the film with it.
func (p probed) survey(codecs codecTable) (out Survey, video, audio probedStream, err error) {
	p.Streams = p.ofProgram(codecs)
	video, hasPictures, err := p.track("video", codecs)
	if err != nil {
		return Survey{}, video, audio, err
	}
	if !hasPictures {
		return Survey{}, video, audio, NoPictures
	}
	audio, hasSound, err := p.track("audio", codecs)
	if err != nil {
		return Survey{}, video, audio, err
	}
	out = Survey{Video: video.Index, Audio: -1, Duration: seconds(p.Format.Duration)}
	if hasSound {
		out.Audio, out.Language = audio.Index, audio.Tags.Language
	}
	if d := seconds(video.Duration); d > 0 {
		out.Duration = d
	}
	first, _, _ := strings.Cut(p.Format.Name, ",")
	out.Complete = out.Duration > 0 && (first == "mov" || first == "matroska" || first == "avi")
	out.Colour = Colour{Transfer: video.Transfer, Primaries: video.Primaries, Matrix: video.Matrix, Pixels: video.Pixels}
	out.Width, out.Height = video.shown()
	out.Rate = video.rate()
	out.Interlaced = video.Fields != "" && video.Fields != "progressive" && video.Fields != "unknown"
	for _, c := range p.Chapters[:min(len(p.Chapters), maxChapters)] {
		out.Chapters = append(out.Chapters, Chapter{Start: seconds(c.Start), End: seconds(c.End), Title: c.Tags.Title})
	}
	out.Texts = p.textTracks()
	return out, video, audio, out.check(video)
}

func (s Survey) check(video probedStream) error {
	long, short := max(s.Width, s.Height), min(s.Width, s.Height)
	switch {
	case video.isDolbyVisionAlone():
		return DolbyVision
	case max(video.Width, video.Height, long) > maxSide || video.Width*video.Height > maxPixels:
		return TooLarge
	case short < minSide || long > maxAspect*short:
		return TooSmall
	}
	return nil
}

// isDolbyVisionAlone reports whether the pictures need Dolby Vision to be shown in the right colours:
// nothing else can read their base layer (profile 5). The others look as HDR10, HLG or BT.709.
func (s probedStream) isDolbyVisionAlone() bool {
	for _, side := range s.SideData {
		if side.DolbyVision > 0 && side.DolbySeenAs == 0 {
			return true
		}
	}
	return false
}

// shown is the size of the pictures as a viewer sees them.
func (s probedStream) shown() (width, height int) {
	width, height = s.Width, s.Height
	if num, den := fraction(s.Aspect, ":"); num > 0 && den > 0 && num != den && width > 0 && width <= maxSide {
		width = int(math.Round(float64(width) * float64(num) / float64(den)))
	}
	for _, d := range s.SideData {
		if turn := int(math.Round(math.Abs(d.Rotation))) % 180; turn == 90 {
			width, height = height, width
		}
	}
	return width, height
}

// rate is how many pictures a second the film gets: as many as there are, at most 60.
func (s probedStream) rate() [2]int {
	for _, text := range []string{s.Average, s.Nominal} {
		num, den := fraction(text, "/")
		if num <= 0 || den <= 0 || num > 1_000_000 || den > 1_000_000 {
			continue
		}
		switch rate := float64(num) / float64(den); {
		case rate > maxRate+1 && rate < 121: // every other one
			return [2]int{num, 2 * den}
		case rate > maxRate+1:
			return [2]int{maxRate, 1}
		case rate >= 5:
			return [2]int{num, den}
		}
	}
	return [2]int{usualRate, 1}
}

func fraction(text, sign string) (num, den int) {
	a, b, _ := strings.Cut(text, sign)
	num, _ = strconv.Atoi(a)
	den, _ = strconv.Atoi(b)
	return num, den
}

// seconds reads a time; what cannot be one is 0.
func seconds(text string) time.Duration {
	s, err := strconv.ParseFloat(text, 64)
	if err != nil || !(s > 0) {
		return 0
	}
	return time.Duration(min(s, 1e9) * float64(time.Second))
}
