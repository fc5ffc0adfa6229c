package transcode

import (
	"errors"
	"strings"
)

// Refusal is why a file cannot become a film. It is the file's fault: trying again does not help.
type Refusal int

// Refusals.
const (
	Unreadable Refusal = iota + 1 // no container or codec that is taken, or broken
	NoPictures
	TooLong
	TooShort
	TooLarge // its pictures
	TooSmall
	CutShort     // it ends before it says that it does
	TooDemanding // more time or memory than it may cost
	DolbyVision  // its colours are Dolby Vision's alone (profile 5): no filter here converts them
)

// Error is part of error.
func (r Refusal) Error() string {
	switch r {
	case NoPictures:
		return "the file has no pictures"
	case TooLong:
		return "the film is too long"
	case TooShort:
		return "the film is too short"
	case TooLarge:
		return "its pictures are too large"
	case TooSmall:
		return "its pictures are too small, or too narrow"
	case CutShort:
		return "the file ends before the film does"
	case TooDemanding:
		return "it takes too long to make a film of the file"
	case DolbyVision:
		return "its colours are in Dolby Vision without a base layer"
	case Unreadable:
	}
	return "the file cannot be read"
}

// refuse returns the reason for which a file is refused after ffmpeg or ffprobe failed, by what they said of it, which stays in
// the error for the log. A full disk is the server's fault, and the error stays as it is.
func refuse(err error) error {
	said := err.Error()
	says := func(complaint string) bool { return strings.Contains(said, complaint) }
	switch {
	case says("No space left on device"):
		return err
	case says("moov atom not found"): // the tables of an MP4 file, which cameras write last
		return errors.Join(CutShort, err)
	}
	return errors.Join(Unreadable, err)
}
