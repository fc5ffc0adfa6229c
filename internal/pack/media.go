package pack

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	_ "image/gif"  // decoders of the kinds that a pack may hold
	_ "image/jpeg" //
	_ "image/png"  //
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	_ "golang.org/x/image/webp" // likewise

	"github.com/grandstand/grandstand/internal/text"
)

// medium is a file that a pack brings.
type medium struct {
	content     []byte
	contentType string
}

// mediaTypes are the kinds of files that a pack may hold, by their ends.
var mediaTypes = map[string]string{
	".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".png": "image/png", ".webp": "image/webp", ".gif": "image/gif",
	".svg": "image/svg+xml", ".mp4": "video/mp4",
}

const (
	maxImage  = 10 << 20   // bytes
	maxVideo  = 100 << 20  // bytes
	maxEdge   = 8_192      // pixels
	maxPixels = 40_000_000 // of a whole picture
)

// load reads a medium that the pack names at a path, and returns its key.
func (r *reader) load(at []string, file File) File {
	key, err := r.medium(string(file))
	if err != nil {
		r.report(at, "%s: %s", file, err)
	}
	return key
}

// medium reads a file and returns its key, which is made of its content: another
// picture has another address, so that addresses may be kept for ever.
func (r *reader) medium(name string) (File, error) {
	if name == "" || strings.HasPrefix(name, "https://") {
		return File(name), nil
	}
	end := strings.ToLower(path.Ext(name))
	contentType, ok := mediaTypes[end]
	if !ok {
		return "", errors.New("a medium is a JPEG, PNG, WebP, GIF, SVG or MP4 file")
	}
	limit := int64(maxImage)
	if contentType == "video/mp4" {
		limit = maxVideo
	}
	content, err := readBounded(r.tree, name, limit)
	if err == nil {
		err = inspect(contentType, content)
	}
	if err != nil {
		return "", plain(err)
	}
	key := MediaKey(r.pack.State.Channel.Key, name, content)
	r.pack.media[key] = medium{content, contentType}
	return File(key), nil
}

// MediaKey is the key that a pack's file has in public media.
func MediaKey(channel, name string, content []byte) string {
	sum := sha256.Sum256(content)
	return fmt.Sprintf("%s/%s%s", channel, hex.EncodeToString(sum[:16]), strings.ToLower(path.Ext(name)))
}

// plain is an error of the file system without the name that stands beside it already.
func plain(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("there is no such file in the pack")
	}
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

// inspect makes sure that a file is what its name says, and harmless.
func inspect(contentType string, content []byte) error {
	switch contentType {
	case "image/svg+xml":
		return inspectDrawing(content)
	case "video/mp4":
		if len(content) < 12 || string(content[4:8]) != "ftyp" {
			return errors.New("this is not an MP4 file")
		}
		return nil
	}
	config, format, err := image.DecodeConfig(bytes.NewReader(content))
	if err != nil || "image/"+format != contentType {
		return fmt.Errorf("this is not a picture of type %s", contentType)
	}
	if config.Width > maxEdge || config.Height > maxEdge || config.Width*config.Height > maxPixels {
		return fmt.Errorf("%d by %d pixels are too many", config.Width, config.Height)
	}
	return nil
}

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
	outside = text.NewPattern(`(?i)url\s*\(\s*['"]?\s*[^#'"\s]`)
)

// inspectDrawing refuses an SVG that could run or fetch anything.
func inspectDrawing(content []byte) error {
	decoder := xml.NewDecoder(bytes.NewReader(content))
	seen := false
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("this is not a drawing: %w", err)
		}
		switch t := token.(type) {
		case xml.Directive:
			return errors.New("a drawing has no document type")
		case xml.StartElement:
			if !slices.Contains(drawingElements, t.Name.Local) {
				return fmt.Errorf("a drawing may not have the element %q", t.Name.Local)
			}
			if err := inspectAttributes(t); err != nil {
				return err
			}
			seen = seen || t.Name.Local == "svg"
		}
	}
	if !seen {
		return errors.New("this is not a drawing")
	}
	return nil
}

func inspectAttributes(element xml.StartElement) error {
	for _, a := range element.Attr {
		if a.Name.Space == "xmlns" {
			continue
		}
		if !slices.Contains(drawingAttributes, a.Name.Local) {
			return fmt.Errorf("a drawing may not have the attribute %q", a.Name.Local)
		}
		if a.Name.Local == "href" && !strings.HasPrefix(a.Value, "#") || outside.MatchString(a.Value) {
			return fmt.Errorf("a drawing may not refer to %q", a.Value)
		}
	}
	return nil
}
