package transcode

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/bluenviron/mediacommon/v2/pkg/codecs/h264"
)

// edgeThreads is how many threads decode and encode. With another number the same pictures
// become other bytes.
const edgeThreads = 2

// Edge decodes an fMP4 (an initialisation section and one chunk), leaves out the first
// pictures in the order of showing, and encodes those that follow, the first as a key
// frame and none of them in another order. It returns the NAL units of each. Size, pixel
// format, level and colours are those of sps (ITU-T H.264, 7.3.2.1).
func (t *Tool) Edge(ctx context.Context, fmp4, sps []byte, skip, count int) (pictures [][][]byte, err error) {
	var like h264.SPS
	if err := like.Unmarshal(sps); err != nil {
		return nil, fmt.Errorf("%w: unreadable parameter set: %w", ErrFailed, err)
	}
	dir, err := scratch("edge")
	if err != nil {
		return nil, fmt.Errorf("make a folder for an edge: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	out := filepath.Join(dir, "edge.h264")
	if err := t.run(ctx, execution{args: edgeArguments(like, skip, count, out), input: bytes.NewReader(fmp4), folder: dir}); err != nil {
		return nil, err
	}
	data, err := os.ReadFile(out)
	if err != nil {
		return nil, fmt.Errorf("%w: no pictures: %w", ErrFailed, err)
	}
	if pictures, err = splitPictures(data); err != nil {
		return nil, err
	}
	return pictures, checkEdge(pictures, like, count)
}

// edgeArguments reads from standard input and nowhere else.
func edgeArguments(like h264.SPS, skip, count int, out string) []string {
	threads := strconv.Itoa(edgeThreads)
	args := []string{
		"-hide_banner", "-v", "error", "-nostdin", "-y", "-threads", threads, "-filter_threads", "1",
		"-protocol_whitelist", "pipe", "-f", "mp4", "-i", "pipe:0", "-map", "0:v:0",
		"-vf", fmt.Sprintf("trim=start_frame=%d:end_frame=%d", skip, skip+count), "-fps_mode", "passthrough", "-frames:v", strconv.Itoa(count),
		"-c:v", "libx264", "-preset", "veryfast", "-crf", "18", "-bf", "0", "-g", strconv.Itoa(count + 1), "-sc_threshold", "0",
		"-aud", "1", "-threads", threads, "-pix_fmt", pixelFormat(like), "-level", strconv.Itoa(int(like.LevelIdc)),
	}
	if profile := profileName(like.ProfileIdc); profile != "" {
		args = append(args, "-profile:v", profile)
	}
	args = append(args, colours(like.VUI)...)
	return append(args, "-f", "h264", out)
}

// pixelFormat is how decoders name what a parameter set describes.
func pixelFormat(s h264.SPS) string {
	layout := "420"
	switch {
	case s.ProfileIdc < 100: // says nothing of it: 4:2:0
	case s.ChromaFormatIdc == 2:
		layout = "422"
	case s.ChromaFormatIdc == 3:
		layout = "444"
	}
	switch {
	case s.BitDepthLumaMinus8 > 0:
		return "yuv" + layout + "p10le"
	case s.VUI != nil && s.VUI.VideoFullRangeFlag:
		return "yuvj" + layout + "p"
	}
	return "yuv" + layout + "p"
}

// profileName is how the encoder names a profile (ITU-T H.264, A.2); empty for one that it
// is left to choose.
func profileName(idc uint8) string {
	switch idc {
	case 66:
		return "baseline"
	case 77, 88:
		return "main"
	case 100:
		return "high"
	case 110:
		return "high10"
	case 122:
		return "high422"
	case 244:
		return "high444"
	}
	return ""
}

// colours says what colours mean, by the numbers of ITU-T H.273, which ffmpeg uses too.
func colours(vui *h264.SPS_VUI) []string {
	if vui == nil || !vui.VideoSignalTypePresentFlag {
		return nil
	}
	limited := "1"
	if vui.VideoFullRangeFlag {
		limited = "2"
	}
	args := []string{"-color_range", limited}
	if vui.ColourDescriptionPresentFlag {
		args = append(args, "-color_primaries", strconv.Itoa(int(vui.ColourPrimaries)),
			"-color_trc", strconv.Itoa(int(vui.TransferCharacteristics)), "-colorspace", strconv.Itoa(int(vui.MatrixCoefficients)))
	}
	return args
}

// splitPictures takes a byte stream (ITU-T H.264, annex B) apart where delimiters say that
// a picture begins.
func splitPictures(stream []byte) ([][][]byte, error) {
	delimiter := []byte{0, 0, 1, byte(h264.NALUTypeAccessUnitDelimiter)}
	var pictures [][][]byte
	for len(stream) > 0 {
		end := len(stream)
		if next := bytes.Index(stream[min(len(delimiter)+1, end):], delimiter); next >= 0 {
			end = next + len(delimiter) + 1
			if stream[end-1] == 0 {
				end-- // a start code may be one byte longer
			}
		}
		var units h264.AnnexB
		if err := units.Unmarshal(stream[:end]); err != nil {
			return nil, fmt.Errorf("%w: unreadable pictures: %w", ErrFailed, err)
		}
		pictures, stream = append(pictures, units), stream[end:]
	}
	return pictures, nil
}

// checkEdge compares what was made with what was asked for.
func checkEdge(pictures [][][]byte, like h264.SPS, count int) error {
	if len(pictures) != count {
		return fmt.Errorf("%w: %d pictures, not %d", ErrFailed, len(pictures), count)
	}
	for i, units := range pictures {
		if key := h264.IsRandomAccess(units); key != (i == 0) {
			return fmt.Errorf("%w: picture %d of %d is of another kind", ErrFailed, i, count)
		}
	}
	for _, unit := range pictures[0] {
		if h264.NALUType(unit[0]&0x1F) != h264.NALUTypeSPS {
			continue
		}
		var got h264.SPS
		if err := got.Unmarshal(unit); err != nil {
			return fmt.Errorf("%w: unreadable parameter set: %w", ErrFailed, err)
		}
		if got.Width() != like.Width() || got.Height() != like.Height() {
			return fmt.Errorf("%w: pictures of %dx%d, not %dx%d", ErrFailed, got.Width(), got.Height(), like.Width(), like.Height())
		}
		return nil
	}
	return fmt.Errorf("%w: no parameter set", ErrFailed)
}
