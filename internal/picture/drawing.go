package picture

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/grandstand/grandstand/internal/text"
)

// Elements and attributes that a drawing may have: shapes, text and paint. Everything
// else, above all scripts, styles and links, is refused.
var (
	drawingElements = strings.Fields(`svg g path rect circle ellipse line polyline polygon text tspan defs symbol use title desc
		linearGradient radialGradient stop clipPath mask pattern`)
	drawingAttributes = strings.Fields(`xmlns id class viewBox width height x y x1 x2 y1 y2 cx cy r rx ry fx fy d points
		transform fill fill-opacity fill-rule clip-rule clip-path mask stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin
		stroke-miterlimit stroke-dasharray stroke-dashoffset opacity offset stop-color stop-opacity gradientUnits gradientTransform
		patternUnits patternTransform clipPathUnits maskUnits preserveAspectRatio role aria-hidden aria-label href version
		font-family font-size font-weight text-anchor dominant-baseline letter-spacing dx dy rotate space paint-order`)
	// outside is what names something outside of the drawing. A backslash would spell it in a way that only style sheets read.
	outside = text.NewPattern(`(?i)\\|url\s*\(\s*['"]?\s*[^#'"\s]|(?:image|image-set|cross-fade|src)\s*\(`)
)

// inspectDrawing refuses an SVG that could run or fetch anything, and returns the size
// that it gives itself.
func inspectDrawing(content []byte) (width, height int, err error) {
	decoder := xml.NewDecoder(bytes.NewReader(content))
	seen := false
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return 0, 0, fmt.Errorf("this is not a drawing: %w: %w", ErrUnknown, err)
		}
		switch t := token.(type) {
		case xml.Directive:
			return 0, 0, unsafeDrawing{"a drawing has no document type"}
		case xml.ProcInst:
			if t.Target != "xml" { // such as one that names a style sheet
				return 0, 0, unsafeDrawing{fmt.Sprintf("a drawing may not have the instruction %q", t.Target)}
			}
		case xml.StartElement:
			if err := inspectElement(t); err != nil {
				return 0, 0, err
			}
			if t.Name.Local == "svg" && !seen {
				seen = true
				width, height = drawingSize(t)
			}
		}
	}
	if !seen {
		return 0, 0, ErrUnknown
	}
	return width, height, nil
}

func inspectElement(element xml.StartElement) error {
	if !slices.Contains(drawingElements, element.Name.Local) {
		return unsafeDrawing{fmt.Sprintf("a drawing may not have the element %q", element.Name.Local)}
	}
	for _, a := range element.Attr {
		if a.Name.Space == "xmlns" {
			continue
		}
		if !slices.Contains(drawingAttributes, a.Name.Local) {
			return unsafeDrawing{fmt.Sprintf("a drawing may not have the attribute %q", a.Name.Local)}
		}
		if a.Name.Local == "href" && !strings.HasPrefix(a.Value, "#") || outside.MatchString(a.Value) {
			return unsafeDrawing{fmt.Sprintf("a drawing may not refer to %q", a.Value)}
		}
	}
	return nil
}

// drawingSize is that of the view box, which is what proportions come from; 0 for none.
func drawingSize(root xml.StartElement) (width, height int) {
	for _, a := range root.Attr {
		if a.Name.Local != "viewBox" {
			continue
		}
		box := strings.FieldsFunc(a.Value, func(r rune) bool { return r == ' ' || r == ',' })
		if len(box) == 4 {
			return pixels(box[2]), pixels(box[3])
		}
	}
	return 0, 0
}

func pixels(length string) int {
	n, err := strconv.ParseFloat(length, 64)
	if err != nil || !(n >= 0 && n <= maxEdge) {
		return 0
	}
	return int(math.Ceil(n))
}

// unsafeDrawing says what a drawing may not have.
type unsafeDrawing struct{ reason string }

func (e unsafeDrawing) Error() string { return e.reason }
