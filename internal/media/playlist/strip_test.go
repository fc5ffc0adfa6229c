package playlist

import (
	"slices"
	"testing"
)

// The addresses of strips are those that are read, and no others.
func TestStripAddresses(t *testing.T) {
	for number := range 3 {
		for _, pictures := range []int{1, StripPictures} {
			if file := (Strip{Number: number, Pictures: pictures}).FileName(); !IsStrip(file) {
				t.Errorf("%s is none", file)
			}
		}
	}
	names := []string{"strip-0-0.jpg", "strip-0-31.jpg", "strip-+1-3.jpg", "strip-1-3.jpg/", "../strip-1-3.jpg", "strip-1-3", "1-3.jpg", ""}
	if i := slices.IndexFunc(names, IsStrip); i >= 0 {
		t.Errorf("%s is one", names[i])
	}
}

func TestStripsSayWhereThePicturesAre(t *testing.T) {
	got := string(Strips([]Strip{{Number: 12, Pictures: 1, Width: 192, Height: 108}, {Number: 13, Pictures: 8, Width: 100, Height: 50}}))
	want := "WEBVTT\n\n01:00:00.000 --> 01:00:10.000\nstrip-12-1.jpg#xywh=0,0,192,108\n\n01:05:00.000 --> 01:05:10.000\nstrip-13-8.jpg#xywh=0,0,100,50\n"
	if got[:len(want)] != want {
		t.Errorf("got %s", got)
	}
	last := "\n01:06:10.000 --> 01:06:20.000\nstrip-13-8.jpg#xywh=100,50,100,50\n"
	if got[len(got)-len(last):] != last {
		t.Errorf("got %s", got)
	}
	if got := string(Strips(nil)); got != "WEBVTT\n" {
		t.Errorf("of none: %q", got)
	}
}
