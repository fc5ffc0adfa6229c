package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"slices"
	"testing"
)

func encoded(t *testing.T, as func(*bytes.Buffer) error) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := as(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func pngOf(t *testing.T, img image.Image) []byte {
	t.Helper()
	return encoded(t, func(out *bytes.Buffer) error { return png.Encode(out, img) })
}

func TestTargets(t *testing.T) {
	for width, want := range map[int][]int{
		100: nil, 280: {280}, 300: {300, 280}, 760: {760, 640, 560, 380, 280},
		1920: {1920, 1280, 760, 640, 560, 380, 280}, 5000: {1920, 1280, 760, 640, 560, 380, 280},
	} {
		if got := targets(width); !slices.Equal(got, want) {
			t.Errorf("%d: %v", width, got)
		}
	}
}

func TestTransparencyStays(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 600, 300))
	noise := uint32(7)
	for i := range img.Pix {
		noise = noise*1664525 + 1013904223
		img.Pix[i] = uint8(noise >> 24)
	}
	r, err := render(pngOf(t, img))
	if err != nil || len(r.variants) == 0 || r.placeholder != "" {
		t.Fatalf("%d variants, placeholder %q: %v", len(r.variants), r.placeholder, err)
	}
	for _, v := range r.variants {
		if v.end != ".png" {
			t.Errorf("%d is %s", v.width, v.end)
		}
	}
}

func TestAPictureThatIsSmallAlreadyServesItself(t *testing.T) {
	flat := image.NewGray(image.Rect(0, 0, 1000, 500)) // as PNG a few hundred bytes
	r, err := render(pngOf(t, flat))
	if err != nil || !r.original {
		t.Errorf("original %v, %d variants: %v", r.original, len(r.variants), err)
	}
}

func TestExtremeShapes(t *testing.T) {
	for _, size := range []image.Point{{1, 1}, {1, 5000}, {5000, 1}, {281, 1}, {3000, 2}, {2000, 8000}} {
		if _, err := render(pngOf(t, image.NewGray(image.Rect(0, 0, size.X, size.Y)))); err != nil {
			t.Errorf("%v: %v", size, err)
		}
	}
}

func TestMemoryOfDecodingIsBounded(t *testing.T) {
	if maxDecoded/cost("png", color.NRGBA64Model) > 40_000_000 {
		t.Error("sixteen bits per channel count like eight")
	}
	wide := image.NewGray(image.Rect(0, 0, maxEdge+1, 1))
	if _, err := decode(pngOf(t, wide)); err == nil {
		t.Error("a picture beyond the longest edge is decoded")
	}
}

// TestCamerasTurnPictures writes the orientation that cameras note and looks where the
// red half went.
func TestCamerasTurnPictures(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 64, 32))
	for y := range 32 {
		for x := range 64 {
			img.Set(x, y, color.RGBA{B: 255, A: 255})
			if x < 32 {
				img.Set(x, y, color.RGBA{R: 255, A: 255})
			}
		}
	}
	plain := encoded(t, func(out *bytes.Buffer) error { return jpeg.Encode(out, img, nil) })
	for orientation, red := range map[byte]image.Point{1: {4, 16}, 2: {60, 16}, 3: {60, 16}, 4: {4, 16}, 5: {16, 4}, 6: {16, 4}, 7: {16, 60}, 8: {16, 60}} {
		note := append([]byte("Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00"), orientation, 0, 0, 0, 0, 0, 0)
		content := slices.Concat(plain[:2], []byte{0xff, 0xe1, 0, byte(len(note) + 2)}, note, plain[2:])
		got, err := decode(content)
		if err != nil {
			t.Fatal(err)
		}
		if r, _, b, _ := got.At(red.X, red.Y).RGBA(); r < 0xc000 || b > 0x4000 {
			t.Errorf("orientation %d: %v is not red in %v", orientation, red, got.Bounds())
		}
	}
}

func FuzzOrientation(f *testing.F) {
	f.Add([]byte("\xff\xd8\xff\xe1\x00\x10Exif\x00\x00II*\x00\x08\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, content []byte) {
		if o := orientation(content); o < 1 || o > 8 {
			t.Errorf("orientation %d", o)
		}
	})
}
