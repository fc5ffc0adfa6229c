package segment

import (
	"fmt"
	"strconv"
	"strings"
)

// Rendition is one track of a stream.
type Rendition uint8

// The two renditions of every stream.
const (
	Video Rendition = iota
	Audio
)

// renditions is how many there are; arrays of this length are indexed by Rendition.
const renditions = 2

// String is the rendition's folder in addresses and in the store.
func (r Rendition) String() string {
	if r == Audio {
		return "a"
	}
	return "v"
}

// ContentType is the media type of the rendition's files.
func (r Rendition) ContentType() string {
	if r == Audio {
		return "audio/mp4"
	}
	return "video/mp4"
}

// Name is what a media file's address says. Addresses are relative to the stream:
// "v/3.mp4" is the initialisation of run 3, "v/3-17.m4s" segment 17, which belongs
// to run 3, and "v/3-17-2.m4s" its third part. The run is part of every address, so
// that an address never means two contents, even when a crash lost a segment whose
// parts had been served.
type Name struct {
	Rendition Rendition
	Run       int
	Sequence  int64 // negative for an initialisation
	Part      int   // negative for a whole segment or an initialisation
}

// InitName addresses the initialisation section of a run.
func InitName(r Rendition, run int) Name { return Name{Rendition: r, Run: run, Sequence: -1, Part: -1} }

// SegmentName addresses a whole segment.
func SegmentName(r Rendition, run int, sequence int64) Name {
	return Name{Rendition: r, Run: run, Sequence: sequence, Part: -1}
}

// PartName addresses one part of a segment, counted from 0.
func PartName(r Rendition, run int, sequence int64, part int) Name {
	return Name{Rendition: r, Run: run, Sequence: sequence, Part: part}
}

// Append writes the address at the end of dst.
func (n Name) Append(dst []byte) []byte {
	dst = append(dst, n.Rendition.String()...)
	dst = append(dst, '/')
	dst = strconv.AppendInt(dst, int64(n.Run), 10)
	if n.Sequence < 0 {
		return append(dst, ".mp4"...)
	}
	dst = append(dst, '-')
	dst = strconv.AppendInt(dst, n.Sequence, 10)
	if n.Part >= 0 {
		dst = append(dst, '-')
		dst = strconv.AppendInt(dst, int64(n.Part), 10)
	}
	return append(dst, ".m4s"...)
}

func (n Name) String() string { return string(n.Append(nil)) }

// Key is the name's place in the blob store below a stream's prefix. It is one level
// deep: opening a file costs a little for every folder above it.
func (n Name) Key(prefix string) string {
	return prefix + "/" + strings.Replace(n.String(), "/", "-", 1)
}

// ParseName reads an address as Append writes it. Anything else, down to a leading
// zero, is an error: one file has one address.
func ParseName(text string) (Name, error) {
	n, ok := parseName(text)
	if !ok || n.String() != text {
		return Name{}, fmt.Errorf("%q is no media address", text)
	}
	return n, nil
}

func parseName(text string) (Name, bool) {
	n := Name{Sequence: -1, Part: -1}
	folder, file, _ := strings.Cut(text, "/")
	switch folder {
	case Video.String():
	case Audio.String():
		n.Rendition = Audio
	default:
		return n, false
	}
	stem, isInit := strings.CutSuffix(file, ".mp4")
	stem, isMedia := strings.CutSuffix(stem, ".m4s")
	numbers := strings.Split(stem, "-")
	if isInit == isMedia || isInit != (len(numbers) == 1) || len(numbers) > 3 {
		return n, false
	}
	values := [3]int64{0, -1, -1}
	for i, number := range numbers {
		v, err := strconv.ParseInt(number, 10, 32)
		if err != nil || v < 0 {
			return n, false
		}
		values[i] = v
	}
	n.Run, n.Sequence, n.Part = int(values[0]), values[1], int(values[2])
	return n, true
}
