package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
)

const (
	// MaxBytes is the size of the largest picture.
	MaxBytes  = 10 << 20
	maxPixels = 40_000_000
)

// Look is what a picture is, by its content alone.
type Look struct {
	ContentType   string
	End           string // of its key
	Width, Height int    // the way up that it is shown; 0 where a drawing does not say
}

// Errors of Clean that callers tell apart.
var (
	// ErrUnknown is what is no picture of a kind that channels may show.
	ErrUnknown = errors.New("this is not a picture")
	// ErrTooManyPixels is a picture too large to be shown, however few bytes it has.
	ErrTooManyPixels = errors.New("these are too many pixels")
)

// Clean looks at a picture without decoding it, and returns what may be shown of it: a drawing
// is written out again with its harmless parts alone, other pictures stay as they are. Any error but
// ErrUnknown and ErrTooManyPixels says all that a drawing has that could run or fetch something.
func Clean(content []byte) (cleaned []byte, look Look, err error) {
	if !isMarkup(content) {
		look, err = inspectRaster(content)
		return content, look, err
	}
	cleaned, width, height, err := cleanDrawing(content)
	if err != nil {
		return nil, Look{}, err
	}
	return cleaned, Look{"image/svg+xml", ".svg", width, height}, nil
}

// isMarkup reports whether a file begins as XML does, in UTF-8 or UTF-16.
func isMarkup(content []byte) bool {
	start := bytes.TrimLeft(content, "\xef\xbb\xbf\xff\xfe\x00 \t\r\n")
	return len(start) > 0 && start[0] == '<'
}

// inspectRaster looks at a picture of pixels. Its error is ErrUnknown or ErrTooManyPixels.
func inspectRaster(content []byte) (look Look, err error) {
	defer func() {
		if recover() != nil { // the decoder gave up
			look, err = Look{}, ErrUnknown
		}
	}()
	config, format, err := image.DecodeConfig(bytes.NewReader(content))
	end, ok := ends[format]
	if err != nil || !ok || config.Width < 1 || config.Height < 1 {
		return Look{}, ErrUnknown
	}
	if config.Width > maxEdge || config.Height > maxEdge || config.Width*config.Height > maxPixels {
		return Look{}, fmt.Errorf("%w: %d by %d", ErrTooManyPixels, config.Width, config.Height)
	}
	look = Look{"image/" + format, end, config.Width, config.Height}
	if format == "jpeg" && orientation(content) > 4 { // lying on its side
		look.Width, look.Height = look.Height, look.Width
	}
	return look, nil
}

// ends are those of keys, by the formats of package image.
var ends = map[string]string{"jpeg": ".jpg", "png": ".png", "webp": ".webp", "gif": ".gif"}
