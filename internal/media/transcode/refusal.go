package transcode

// Refusal is why a file cannot become a film. It is the file's fault: trying again does not help.
type Refusal int

// Refusals.
const (
	Unreadable Refusal = iota + 1 // no container or codec that is taken, or broken
	NoPictures
	TooLong
	TooLarge // its pictures
	TooSmall
	CutShort     // it ends before it says that it does
	TooDemanding // more time or memory than it may cost
)

// Error is part of error.
func (r Refusal) Error() string {
	switch r {
	case NoPictures:
		return "the file has no pictures"
	case TooLong:
		return "the film is too long"
	case TooLarge:
		return "its pictures are too large"
	case TooSmall:
		return "its pictures are too small, or too narrow"
	case CutShort:
		return "the file ends before the film does"
	case TooDemanding:
		return "it takes too long to make a film of the file"
	case Unreadable:
	}
	return "the file cannot be read"
}
