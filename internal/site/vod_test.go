package site_test

import (
	"context"
	"encoding/json"
	"net/http"
	"regexp"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/grandstand/grandstand/internal/site"
)

// videotheque is the house with one video.
type videotheque struct{ house }

func (videotheque) View(_ context.Context, _ site.Channel, r site.Request) (site.View, error) {
	if r.Kind != "vod_item" || r.ID != 5 {
		return site.View{NotFound: true, Title: "Video not found"}, nil
	}
	return site.View{Title: "Libero </script>", Image: "/media/public/wide.webp", Video: &site.Video{
		Title: "Libero </script>", Date: time.Unix(1_800_000_000, 0), Duration: 90 * time.Minute, Free: true,
	}}, nil
}

func TestAVideoDescribesItself(t *testing.T) {
	files := dist()
	files["routes.json"].Data = []byte(`[{"path":"/vod_library/$id","kind":"vod_item","skeleton":"player"},{"path":"/404","kind":"not_found","skeleton":"message"}]`)
	s := siteOf(t, files, videotheque{})
	page := body(t, get(t, s, "/vod_library/5"))
	found := regexp.MustCompile(`<script type="application/ld\+json"[^>]*>([^<]*)</script>`).FindStringSubmatch(page)
	if found == nil {
		t.Fatalf("no structured data:\n%s", page)
	}
	var data map[string]any
	if err := json.Unmarshal([]byte(found[1]), &data); err != nil {
		t.Fatalf("%v: %s", err, found[1])
	}
	want := map[string]any{
		"@context": "https://schema.org", "@type": "VideoObject", "@id": "http://sport.example/vod_library/5#video",
		"name": "Libero </script>", "description": "Libero </script>", "uploadDate": "2027-01-15T08:00:00Z", "duration": "PT5400S",
		"url": "http://sport.example/vod_library/5", "isAccessibleForFree": true, "inLanguage": "en",
		"thumbnailUrl": "http://sport.example/media/public/wide.webp",
	}
	if diff := cmp.Diff(want, data); diff != "" {
		t.Error(diff)
	}
	if missing := get(t, s, "/vod_library/6"); missing.StatusCode != http.StatusNotFound {
		t.Errorf("an unknown video is answered %d", missing.StatusCode)
	}
}
