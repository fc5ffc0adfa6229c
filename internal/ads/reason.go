package ads

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Reason says why an ad, or a film of an ad, is not shown: a short word for logs and metrics.
type Reason string

// Reasons, from those of whole answers to those of single films.
const (
	ReasonAddress      Reason = "address"
	ReasonNoAnswer     Reason = "no_answer"
	ReasonTimeout      Reason = "timeout"
	ReasonStatus       Reason = "status"
	ReasonTooLarge     Reason = "too_large"
	ReasonNotXML       Reason = "not_xml"
	ReasonNotVAST      Reason = "not_vast"
	ReasonVersion      Reason = "version"
	ReasonNoAd         Reason = "no_ad"
	ReasonEmpty        Reason = "empty"
	ReasonWrappers     Reason = "wrappers"
	ReasonNotLinear    Reason = "not_linear"
	ReasonNoFilm       Reason = "no_film"
	ReasonScript       Reason = "script"
	ReasonStreaming    Reason = "streaming"
	ReasonType         Reason = "type"
	ReasonCodec        Reason = "codec"
	ReasonMediaAddress Reason = "media_address"
	ReasonMediaHost    Reason = "media_host"
)

// explained holds the error code (VAST) and the sentence for operators of a reason.
type explained struct {
	code Code
	says string // a sentence; %s is the detail
}

func (r Reason) explained() explained {
	switch r {
	case ReasonAddress:
		return explained{CodeWrapper, "The address to ask is not an https address."}
	case ReasonNoAnswer:
		return explained{CodeWrapper, "The ad server cannot be reached: %s."}
	case ReasonTimeout:
		return explained{CodeTimeout, "There was no complete answer within 2.5 seconds, wrappers included."}
	case ReasonStatus:
		return explained{CodeWrapper, "The ad server answered with the HTTP status %s."}
	case ReasonTooLarge:
		return explained{CodeXML, "The answer has more than 512 KiB."}
	case ReasonNotXML:
		return explained{CodeXML, "The answer is not XML that can be read: %s."}
	case ReasonNotVAST:
		return explained{CodeSchema, "The answer is XML, but not VAST: %s."}
	case ReasonVersion:
		return explained{CodeVersion, "The answer is VAST %s. The versions 2, 3 and 4 are read."}
	case ReasonNoAd:
		return explained{CodeNoAd, "The ad server has no ad at the moment."}
	case ReasonEmpty:
		return explained{CodeSchema, "The ad has neither InLine nor Wrapper."}
	case ReasonWrappers:
		return explained{CodeDepth, "There are more wrappers than five, or than a wrapper allows."}
	case ReasonNotLinear:
		return explained{CodeUnexpected, "The ad is not a linear video. Only linear videos are shown."}
	case ReasonNoFilm:
		return explained{CodeNoMedia, "The ad has no MediaFile."}
	case ReasonScript:
		return explained{CodeNoMedia, "The film needs a script (%s). Scripts of ads are not run."}
	case ReasonStreaming:
		return explained{CodeNoMedia, "The film is streamed. Only files are shown."}
	case ReasonType:
		return explained{CodeNoMedia, "The film has the type %s. Only video/mp4 is shown."}
	case ReasonCodec:
		return explained{CodeNoMedia, "The film has the codec %s. Only H.264 is shown."}
	case ReasonMediaAddress:
		return explained{CodeNoMedia, "The film has no valid https address."}
	case ReasonMediaHost:
		return explained{CodeNoMedia, "The film is at %s. Add this host to media_hosts of the pre-roll if it may be shown."}
	}
	return explained{}
}

// Code is the error code that VAST gives a reason; 0 of "".
func (r Reason) Code() Code { return r.explained().code }

// Obstacle is a reason with what it is about.
type Obstacle struct {
	Reason Reason
	Detail string // such as a host, a type or a status; may be empty
	Film   string // the address of the film that is passed over; "" of a whole ad
}

// String says in a sentence why something is not shown, and what to do about it.
func (o Obstacle) String() string {
	return strings.Replace(o.Reason.explained().says, "%s", o.Detail, 1)
}

// maxDetail bounds what an obstacle quotes of an answer, in characters.
const maxDetail = 200

// newObstacle returns an obstacle whose texts fit a line: they come from an ad server, and are
// written to logs and terminals.
func newObstacle(reason Reason, detail, film string) Obstacle {
	return Obstacle{Reason: reason, Detail: printable(detail), Film: printable(film)}
}

func printable(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, strings.Join(strings.Fields(s), " "))
	if runes := []rune(s); len(runes) > maxDetail {
		return string(runes[:maxDetail]) + "…"
	}
	return s
}
