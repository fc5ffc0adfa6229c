package site

import (
	"testing"

	"github.com/grandstand/grandstand/internal/picture"
)

func TestCardsGetAPictureTheyTake(t *testing.T) {
	d := Domains{MediaURL: func(key string) string { return "/m/" + key }}
	for name, tt := range map[string]struct {
		gallery picture.Gallery
		want    Shared
	}{
		"not made yet": {nil, Shared{URL: "/m/c.png"}},
		"small as it is": {
			picture.Gallery{"c.png": {Width: 1200, Height: 630, Widths: map[int]string{640: "c-640.png", 1200: "c.png"}}}, Shared{"/m/c.png", 1200, 630},
		},
		"a photograph": {
			picture.Gallery{"c.png": {Width: 4000, Height: 2100, Widths: map[int]string{640: "c-640.jpg", 1280: "c-1280.jpg", 1920: "c-1920.jpg"}}},
			Shared{"/m/c-1280.jpg", 1280, 672},
		},
		"without variants": {picture.Gallery{"c.png": {Width: 2000, Height: 1000}}, Shared{"/m/c.png", 2000, 1000}},
	} {
		if got := d.shared("c.png", nil, tt.gallery); got != tt.want {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestCardsGetJPEGOrPNG(t *testing.T) {
	d := Domains{MediaURL: func(key string) string {
		if key == "" {
			return ""
		}
		return "/m/" + key
	}}
	for name, tt := range map[string]struct {
		key     string
		own     map[int]string
		gallery picture.Gallery
		want    Shared
	}{
		"a WebP file, not made yet": {"c.webp", nil, nil, Shared{}},
		"a drawing":                 {"c.svg", nil, picture.Gallery{"c.svg": {Width: 1200, Height: 630}}, Shared{}},
		"a WebP file": {
			"c.webp", nil,
			picture.Gallery{"c.webp": {Width: 1280, Height: 720, Widths: map[int]string{640: "c-640.jpg", 760: "c-760.jpg", 1280: "c.webp"}}},
			Shared{"/m/c-760.jpg", 760, 428},
		},
		"with variants of its own":      {"c.webp", map[int]string{640: "a.jpg", 1280: "b.webp"}, nil, Shared{"/m/a.jpg", 640, 360}},
		"only variants that are larger": {"c.webp", map[int]string{1920: "b.jpg", 1600: "a.jpg"}, nil, Shared{"/m/a.jpg", 1600, 900}},
		"no picture":                    {"", nil, nil, Shared{}},
	} {
		if got := d.shared(tt.key, tt.own, tt.gallery); got != tt.want {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
