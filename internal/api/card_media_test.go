package api

import (
	"slices"
	"testing"

	"github.com/grandstand/grandstand/internal/media"
)

// The numbers are the specification's, and stand here as it writes them.
func TestTypesOfMediaAndTheirKindsOfViews(t *testing.T) {
	names := []string{1: "image", 2: "live", 3: "vod", 4: "embedded", 5: "thumbnails", 6: "preview", 7: "preview_alt", 8: "embedded_preview"}
	views := []string{1: "image", 2: "video", 3: "video", 4: "embed", 5: "image", 6: "preview", 7: "preview", 8: "image"}
	ours := map[string]int{
		"image": typeImage, "live": typeLive, "vod": typeVOD, "embedded": typeEmbedded, "thumbnails": typeThumbnails, "preview": typePreview,
		"preview_alt": typePreviewAlt, "embedded_preview": typeEmbeddedPreview,
	}
	recorded := map[string]media.MediumType{
		"image": media.TypeImage, "live": media.TypeLive, "vod": media.TypeVOD, "thumbnails": media.TypeThumbnails, "preview": media.TypePreview,
		"preview_alt": media.TypePreviewAlt,
	}
	for name, number := range ours {
		if want := slices.Index(names, name); number != want {
			t.Errorf("type %s is %d instead of %d", name, number, want)
		}
		if view := viewKind(number); view != views[number] {
			t.Errorf("type %s has the view %s instead of %s", name, view, views[number])
		}
		if inMedia, found := recorded[name]; found && int(inMedia) != number {
			t.Errorf("type %s is %d in package media and %d here", name, inMedia, number)
		}
	}
}
