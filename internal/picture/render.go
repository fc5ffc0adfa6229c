package picture

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // a kind of picture that channels bring
)

// widths are what pictures are made in, in pixels: of cards up to 760, then of heads of
// pages. A picture wider than the last is shown no wider than that.
func widths() []int { return []int{280, 380, 560, 640, 760, 1280, 1920} }

const (
	maxEdge = 8_192 // pixels
	// maxDecoded bounds the memory that decoding may take. A small file can claim to be
	// enormous; what it claims is read before anything is allocated for it.
	maxDecoded = 256 << 20 // bytes
	// maxKernel bounds the working memory of the better scaler.
	maxKernel = 128 << 20 // bytes
	quality   = 80        // of JPEG
)

// rendered is what a picture becomes.
type rendered struct {
	width, height int
	placeholder   string
	variants      []variant
	original      bool // the picture itself serves where no variant is wide enough
}

type variant struct {
	width       int
	content     []byte
	contentType string
	end         string // of its key
}

// render makes the variants of a picture: never wider than it, and none that has more
// bytes than it. An error says why nothing can be made of it, now or ever.
func render(content []byte) (r rendered, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the decoder gave up: %v", p)
		}
	}()
	picture, err := decode(content)
	if err != nil {
		return rendered{}, err
	}
	s := scaler{from: picture, opaque: isOpaque(picture)}
	r.width, r.height = picture.Bounds().Dx(), picture.Bounds().Dy()
	for i, width := range targets(r.width) {
		v, err := s.encode(s.scale(width, max(1, (r.height*width+r.width/2)/r.width)))
		if err != nil {
			return rendered{}, err
		}
		if len(v.content) < len(content) {
			r.variants = append(r.variants, v)
		} else if i == 0 {
			r.original = true
		}
	}
	if s.opaque {
		r.placeholder, err = placeholder(s.scale(placeholderWidth, placeholderHeight))
	}
	return r, err
}

// targets are the widths that a picture is made in, the widest first: the picture's own
// as far as it is of use, and those below.
func targets(width int) []int {
	all := widths()
	own := min(width, all[len(all)-1])
	if own < all[0] {
		return nil
	}
	out := []int{own}
	for i := len(all) - 1; i >= 0; i-- {
		if all[i] < own {
			out = append(out, all[i])
		}
	}
	return out
}

// decode reads a picture that is within bounds, the way up that its camera noted.
func decode(content []byte) (image.Image, error) {
	config, format, err := image.DecodeConfig(bytes.NewReader(content))
	switch {
	case err != nil:
		return nil, fmt.Errorf("this is not a picture: %w", err)
	case format == "gif":
		return nil, errors.New("this is an animation")
	case config.Width < 1 || config.Height < 1:
		return nil, errors.New("the picture is empty")
	case config.Width > maxEdge || config.Height > maxEdge || config.Width*config.Height*cost(format, config.ColorModel) > maxDecoded:
		return nil, fmt.Errorf("%d by %d pixels are too many", config.Width, config.Height)
	}
	picture, _, err := image.Decode(bytes.NewReader(content))
	if err != nil {
		return nil, fmt.Errorf("the picture cannot be read: %w", err)
	}
	if format == "jpeg" {
		picture = upright(picture, orientation(content))
	}
	return picture, nil
}

// cost is how many bytes a pixel may take while it is decoded. A progressive JPEG is
// held as coefficients, too.
func cost(format string, model color.Model) int {
	switch {
	case model == color.NRGBA64Model || model == color.RGBA64Model:
		return 8
	case format == "jpeg":
		return 7
	}
	return 4
}

func isOpaque(picture image.Image) bool {
	o, ok := picture.(interface{ Opaque() bool })
	return ok && o.Opaque()
}

// scaler makes a picture ever smaller: what it scales from is halved on the way while
// that loses nothing, which keeps both time and memory low.
type scaler struct {
	from   image.Image
	opaque bool
}

func (s *scaler) scale(width, height int) image.Image {
	for s.from.Bounds().Dx() >= 2*width && s.from.Bounds().Dy() >= 2*height && s.from.Bounds().Dx() > widths()[0] {
		half := s.canvas(s.from.Bounds().Dx()/2, s.from.Bounds().Dy()/2)
		// At a half this is the mean of four pixels.
		draw.ApproxBiLinear.Scale(half, half.Bounds(), s.from, s.from.Bounds(), draw.Src, nil)
		s.from = half
	}
	out := s.canvas(width, height)
	var how draw.Scaler = draw.CatmullRom
	if width*s.from.Bounds().Dy()*32 > maxKernel { // it keeps four floats per pixel
		how = draw.ApproxBiLinear
	}
	how.Scale(out, out.Bounds(), s.from, s.from.Bounds(), draw.Src, nil)
	return out
}

func (s *scaler) canvas(width, height int) draw.Image {
	if s.opaque {
		return image.NewRGBA(image.Rect(0, 0, width, height))
	}
	return image.NewNRGBA(image.Rect(0, 0, width, height))
}

func (s *scaler) encode(picture image.Image) (variant, error) {
	var out bytes.Buffer
	v := variant{width: picture.Bounds().Dx(), contentType: "image/jpeg", end: ".jpg"}
	var err error
	if s.opaque {
		err = jpeg.Encode(&out, picture, &jpeg.Options{Quality: quality})
	} else {
		v.contentType, v.end = "image/png", ".png"
		err = png.Encode(&out, picture)
	}
	if err != nil {
		return variant{}, fmt.Errorf("encode a variant: %w", err)
	}
	v.content = out.Bytes()
	return v, nil
}

// The placeholder is a picture of so few pixels that a browser that stretches it paints
// a blur.
const (
	placeholderWidth  = 4
	placeholderHeight = 3
)

// placeholder writes a tiny picture as a data URI.
func placeholder(tiny image.Image) (string, error) {
	var palette color.Palette
	bounds := tiny.Bounds()
	indexed := image.NewPaletted(bounds, nil)
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			indexed.Pix[indexed.PixOffset(x, y)] = uint8(len(palette))
			palette = append(palette, tiny.At(x, y))
		}
	}
	indexed.Palette = palette
	var out bytes.Buffer
	if err := gif.Encode(&out, indexed, nil); err != nil {
		return "", fmt.Errorf("encode a placeholder: %w", err)
	}
	return "data:image/gif;base64," + base64.StdEncoding.EncodeToString(out.Bytes()), nil
}
