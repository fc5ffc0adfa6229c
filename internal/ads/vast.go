package ads

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/charset"
)

// Limits of a document. Go's decoder expands no entities of a document's own; these are
// for documents that are merely endless.
const (
	maxDepth  = 40
	maxTokens = 20_000
)

// document is the part of VAST that is read. Elements of later versions, and extensions,
// are left alone.
type document struct {
	XMLName xml.Name `xml:"VAST"`
	Version string   `xml:"version,attr"`
	Errors  []string `xml:"Error"`
	Ads     []adNode `xml:"Ad"`
}

type adNode struct {
	Sequence string      `xml:"sequence,attr"`
	InLine   *inlineNode `xml:"InLine"`
	Wrapper  *wrapNode   `xml:"Wrapper"`
}

type inlineNode struct {
	Advertiser  string     `xml:"Advertiser"`
	Expires     string     `xml:"Expires"` // seconds
	Errors      []string   `xml:"Error"`
	Impressions []string   `xml:"Impression"`
	Creatives   []creative `xml:"Creatives>Creative"`
}

type wrapNode struct {
	Tag         string     `xml:"VASTAdTagURI"`
	Follow      string     `xml:"followAdditionalWrappers,attr"`
	Errors      []string   `xml:"Error"`
	Impressions []string   `xml:"Impression"`
	Creatives   []creative `xml:"Creatives>Creative"`
}

type creative struct {
	Linear *linear `xml:"Linear"`
}

type linear struct {
	SkipOffset string      `xml:"skipoffset,attr"`
	Duration   string      `xml:"Duration"`
	Tracking   []tracking  `xml:"TrackingEvents>Tracking"`
	Click      string      `xml:"VideoClicks>ClickThrough"`
	Clicks     []string    `xml:"VideoClicks>ClickTracking"`
	Files      []mediaFile `xml:"MediaFiles>MediaFile"`
}

type tracking struct {
	Event string `xml:"event,attr"`
	URL   string `xml:",chardata"`
}

type mediaFile struct {
	URL       string `xml:",chardata"`
	Type      string `xml:"type,attr"`
	Codec     string `xml:"codec,attr"`
	Delivery  string `xml:"delivery,attr"`
	Framework string `xml:"apiFramework,attr"`
	Width     number `xml:"width,attr"`
	Height    number `xml:"height,attr"`
	Bitrate   number `xml:"bitrate,attr"` // kilobits a second
}

// number is an attribute that should be a whole number. Ad servers also write "640.0", "640px"
// and "": its leading digits count, and it is 0 without any. It is at most maxNumber.
type number int

const maxNumber = 1_000_000

// UnmarshalXMLAttr is part of xml.UnmarshalerAttr.
func (n *number) UnmarshalXMLAttr(a xml.Attr) error {
	*n = 0
	for _, r := range strings.TrimSpace(a.Value) {
		if r < '0' || r > '9' {
			break
		}
		*n = min(*n*10+number(r-'0'), maxNumber)
	}
	return nil
}

var errBomb = errors.New("it is deeper or longer than an ad, or has a document type")

// parse reads an answer. An obstacle without a reason means VAST of a version that is read.
func parse(body []byte) (*document, Obstacle) {
	plain := charset.NewXMLDecoder(body)
	var doc document
	err := xml.NewTokenDecoder(&bounded{from: plain}).Decode(&doc)
	if _, other := errors.AsType[xml.UnmarshalError](err); other {
		return nil, newObstacle(ReasonNotVAST, "its root element is not VAST", "")
	}
	if err != nil {
		return nil, newObstacle(ReasonNotXML, unreadable(plain, err), "")
	}
	switch major, _, _ := strings.Cut(strings.TrimSpace(doc.Version), "."); major {
	case "2", "3", "4":
		return &doc, Obstacle{}
	case "":
		return nil, newObstacle(ReasonNotVAST, "it names no version", "")
	}
	return nil, newObstacle(ReasonVersion, doc.Version, "")
}

// unreadable says why an answer cannot be decoded, and in which line.
func unreadable(decoder *xml.Decoder, err error) string {
	if errors.Is(err, errBomb) {
		return errBomb.Error()
	}
	if syntax, ok := errors.AsType[*xml.SyntaxError](err); ok {
		line, _ := decoder.InputPos()
		return fmt.Sprintf("line %d: %s", line, syntax.Msg)
	}
	if errors.Is(err, io.EOF) {
		return "it has no element"
	}
	return "its encoding is not known"
}

// bounded refuses declarations, with which documents grow beyond what was sent, and what
// is deeper or longer than any advertisement.
type bounded struct {
	from          *xml.Decoder
	depth, tokens int
}

// Token is part of xml.TokenReader.
func (b *bounded) Token() (xml.Token, error) {
	token, err := b.from.RawToken()
	if err != nil {
		return nil, err // as it is: io.EOF is looked for
	}
	b.tokens++
	switch token.(type) {
	case xml.Directive:
		return nil, errBomb
	case xml.StartElement:
		b.depth++
	case xml.EndElement:
		b.depth--
	}
	if b.depth > maxDepth || b.tokens > maxTokens {
		return nil, errBomb
	}
	return token, nil
}

// duration reads "HH:MM:SS" or "HH:MM:SS.mmm"; false where it is neither.
func duration(s string) (time.Duration, bool) {
	hours, rest, _ := strings.Cut(strings.TrimSpace(s), ":")
	minutes, seconds, _ := strings.Cut(rest, ":")
	h, err1 := strconv.ParseUint(hours, 10, 8)
	m, err2 := strconv.ParseUint(minutes, 10, 8)
	sec, err3 := strconv.ParseFloat(seconds, 64)
	valid := sec >= 0 && sec < 60 // what is no number is neither
	if errors.Join(err1, err2, err3) != nil || m > 59 || !valid {
		return 0, false
	}
	return time.Duration(h)*time.Hour + time.Duration(m)*time.Minute + time.Duration(sec*float64(time.Second)), true
}

// offset reads when an ad may be skipped: a time, or a part of its length such as "25%".
func offset(s string, length time.Duration) (time.Duration, bool) {
	s = strings.TrimSpace(s)
	percent, ok := strings.CutSuffix(s, "%")
	if !ok {
		return duration(s)
	}
	part, err := strconv.ParseFloat(percent, 64)
	if valid := part >= 0 && part <= 100; err != nil || !valid || length == 0 {
		return 0, false
	}
	return time.Duration(part / 100 * float64(length)), true
}
