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

// formats are the containers that are taken, by the names of their demuxers. None of them
// names other files or addresses that would be opened: no playlist, no concatenation, no
// manifest, no list of pictures.
const formats = "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,mpegvideo,flv,asf,ogg,mxf,mxf_opatom,gxf,dv,h264,hevc"

// decoders are the codecs that are taken, by the names of their decoders.
const decoders = "h264,hevc,av1,libdav1d,libaom-av1,vp8,vp9,libvpx,libvpx-vp9,mpeg1video,mpeg2video,mpegvideo,mpeg4,msmpeg4,msmpeg4v2,msmpeg4v3," +
	"h263,h263p,flv,wmv1,wmv2,wmv3,vc1,theora,mjpeg,prores,dnxhd,cfhd,dvvideo,rawvideo,v210,ffv1,huffyuv,utvideo," +
	"aac,aac_latm,mp3,mp3float,mp2,mp2float,mp1,mp1float,opus,libopus,vorbis,libvorbis,flac,alac,ac3,ac3_fixed,eac3,dca,truehd,wmav1,wmav2,wmapro," +
	"amrnb,amrwb,adpcm_ms,adpcm_ima_wav,adpcm_ima_qt,nellymoser," +
	"pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be,pcm_f32le,pcm_f32be,pcm_u8,pcm_s8,pcm_alaw,pcm_mulaw,pcm_dvd,pcm_bluray,s302m"

// Survey is what a file says of itself.
type Survey struct {
	Duration   time.Duration // 0 where it does not say
	Complete   bool          // the duration is in its tables and not estimated
	Video      int           // the stream with its pictures
	Width      int           // of the pictures as they are shown: turned, in square pixels
	Height     int
	Rate       [2]int // pictures a second, as a fraction
	Interlaced bool
	Audio      int // the stream with its sound, -1 without
	Chapters   []Chapter
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

// input is how a file is opened, and what of it: it alone, whatever it says.
func input(path string) []string {
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
	args := append([]string{
		"-hide_banner", "-v", "error", "-probesize", "64M", "-analyzeduration", "60M", "-print_format", "json",
		"-show_entries", "format=duration,format_name:stream=index,codec_type,codec_name,width,height,sample_aspect_ratio,avg_frame_rate,r_frame_rate,field_order,duration:" +
			"stream_disposition=attached_pic,default:stream_side_data=rotation:chapter=start_time,end_time:chapter_tags=title",
	}, input(path)...)
	report := &bounded{left: maxReport}
	err = s.ffprobe.execute(ctx, execution{args: args, output: report, reads: []string{path}, limits: surveyLimits()})
	switch {
	case ctx.Err() != nil:
		return Survey{}, ctx.Err()
	case errors.Is(err, ErrFailed), report.left < 0:
		return Survey{}, errors.Join(Unreadable, err)
	case err != nil:
		return Survey{}, err
	}
	var found probed
	if err := json.Unmarshal(report.Bytes(), &found); err != nil {
		return Survey{}, errors.Join(Unreadable, err)
	}
	return found.survey()
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
		Name     string `json:"format_name"`
	} `json:"format"`
	Streams  []probedStream `json:"streams"`
	Chapters []struct {
		Start string `json:"start_time"`
		End   string `json:"end_time"`
		Tags  struct {
			Title string `json:"title"`
		} `json:"tags"`
	} `json:"chapters"`
}

type probedStream struct {
	Index       int    `json:"index"`
	Type        string `json:"codec_type"`
	Codec       string `json:"codec_name"`
	Width       int    `json:"width"`
	Height      int    `json:"height"`
	Aspect      string `json:"sample_aspect_ratio"`
	Average     string `json:"avg_frame_rate"`
	Nominal     string `json:"r_frame_rate"`
	Fields      string `json:"field_order"`
	Duration    string `json:"duration"`
	Disposition struct {
		Attached int `json:"attached_pic"`
		Default  int `json:"default"`
	} `json:"disposition"`
	SideData []struct {
		Rotation float64 `json:"rotation"`
	} `json:"side_data_list"`
}

func (p probed) survey() (Survey, error) {
	out := Survey{Video: -1, Audio: -1, Duration: seconds(p.Format.Duration)}
	video, audio := probedStream{}, probedStream{}
	for _, s := range p.Streams {
		switch {
		case s.Type == "video" && s.Disposition.Attached == 0 && (out.Video < 0 || s.Disposition.Default > video.Disposition.Default):
			out.Video, video = s.Index, s
		case s.Type == "audio" && s.Codec != "" && (out.Audio < 0 || s.Disposition.Default > audio.Disposition.Default):
			out.Audio, audio = s.Index, s
		}
	}
	if out.Video < 0 {
		return Survey{}, NoPictures
	}
	if video.Codec == "" {
		return Survey{}, Unreadable
	}
	if d := seconds(video.Duration); d > 0 {
		out.Duration = d
	}
	first, _, _ := strings.Cut(p.Format.Name, ",")
	out.Complete = out.Duration > 0 && (first == "mov" || first == "matroska" || first == "avi")
	out.Width, out.Height = video.shown()
	out.Rate = video.rate()
	out.Interlaced = video.Fields != "" && video.Fields != "progressive" && video.Fields != "unknown"
	for _, c := range p.Chapters[:min(len(p.Chapters), maxChapters)] {
		out.Chapters = append(out.Chapters, Chapter{Start: seconds(c.Start), End: seconds(c.End), Title: c.Tags.Title})
	}
	return out, out.check(video)
}

func (s Survey) check(video probedStream) error {
	long, short := max(s.Width, s.Height), min(s.Width, s.Height)
	switch {
	case s.Duration > LongestFilm:
		return TooLong
	case max(video.Width, video.Height, long) > maxSide || video.Width*video.Height > maxPixels:
		return TooLarge
	case short < minSide || long > maxAspect*short:
		return TooSmall
	}
	return nil
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
