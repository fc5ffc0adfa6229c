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
		if got := d.shared("c.png", tt.gallery); got != tt.want {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
