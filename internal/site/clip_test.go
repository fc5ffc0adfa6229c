package site_test

import (
	"context"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grandstand/grandstand/internal/site"
)

// cuttingRoom is the house with one clip.
type cuttingRoom struct{ house }

const clipSecret = "0123456789abcdef0123456789abcdef"

func (cuttingRoom) View(_ context.Context, _ site.Channel, r site.Request) (site.View, error) {
	if r.ID != 5 || r.UUID != clipSecret {
		return site.View{NotFound: true, Title: "Clip not found"}, nil
	}
	return site.View{
		Title: "The goal", Description: "A clip from Laurentide @ Fundy · 0:30", Image: "/media/public/cut.jpg",
		Card: site.Shared{URL: "/media/public/cut.jpg", Width: 1280, Height: 720},
		Clip: &site.Clip{Player: "/share_embed/5/" + clipSecret, Width: 1920, Height: 1080},
	}, nil
}

func clipSite(t *testing.T) *site.Site {
	t.Helper()
	files := dist()
	files["routes.json"].Data = clipRoutes
	return siteOf(t, files, cuttingRoom{})
}

var clipRoutes = []byte(`[{"path":"/share/$id/$uuid","kind":"clip","skeleton":"player"},{"path":"/share_embed/$id/$uuid","kind":"clip_embed","skeleton":"frame"},{"path":"/404","kind":"not_found","skeleton":"message"}]`)

// metas are the properties and names that a page's head tells, with what it says of them.
func metas(page string) map[string]string {
	out := map[string]string{}
	for _, m := range regexp.MustCompile(`<meta (?:property|name)="((?:og|twitter):[^"]+|robots)" content="([^"]*)">`).FindAllStringSubmatch(page, -1) {
		out[m[1]] = m[2]
	}
	return out
}

func TestTheCardOfAClipPlays(t *testing.T) {
	answer := get(t, clipSite(t), "/share/5/"+clipSecret, "X-Forwarded-Proto", "https")
	player := "https://sport.example/share_embed/5/" + clipSecret
	want := map[string]string{
		"robots": "noindex", "og:type": "video.other", "og:site_name": "Northline", "og:title": "The goal · Northline",
		"og:description": "A clip from Laurentide @ Fundy · 0:30", "og:url": "https://sport.example/share/5/" + clipSecret, "og:locale": "en_CA",
		"og:image": "https://sport.example/media/public/cut.jpg", "og:image:type": "image/jpeg", "og:image:width": "1280", "og:image:height": "720",
		"og:image:alt": "The goal",
		"og:video":     player, "og:video:secure_url": player, "og:video:type": "text/html", "og:video:width": "1920", "og:video:height": "1080",
		"twitter:card": "player", "twitter:player": player, "twitter:player:width": "1920", "twitter:player:height": "1080",
	}
	if diff := cmp.Diff(want, metas(body(t, answer))); diff != "" {
		t.Error(diff)
	}
	if plain := metas(body(t, get(t, clipSite(t), "/share/5/"+clipSecret))); plain["og:video:secure_url"] != "" {
		t.Error("an address that is not encrypted is called secure")
	}
}

// cinema is the house whose clip is public as a file.
type cinema struct{ cuttingRoom }

func (c cinema) View(ctx context.Context, channel site.Channel, r site.Request) (site.View, error) {
	view, err := c.cuttingRoom.View(ctx, channel, r)
	if view.Clip != nil {
		view.Clip.Video = "/share_video/5/" + clipSecret + ".mp4"
	}
	return view, err
}

func TestTheCardOfAPublicClipIsAVideo(t *testing.T) {
	files := dist()
	files["routes.json"].Data = clipRoutes
	page := metas(body(t, get(t, siteOf(t, files, cinema{}), "/share/5/"+clipSecret, "X-Forwarded-Proto", "https")))
	video, player := "https://sport.example/share_video/5/"+clipSecret+".mp4", "https://sport.example/share_embed/5/"+clipSecret
	for name, want := range map[string]string{
		"og:video": video, "og:video:secure_url": video, "og:video:type": "video/mp4", "og:video:width": "1920", "og:video:height": "1080",
		"twitter:player": player,
	} {
		if page[name] != want {
			t.Errorf("%s is %q", name, page[name])
		}
	}
}

func TestOnlyThePlayerOfAClipIsFramed(t *testing.T) {
	s := clipSite(t)
	for path, want := range map[string]string{"/share_embed/5/" + clipSecret: "frame-ancestors 'self' *", "/share/5/" + clipSecret: "frame-ancestors 'self'"} {
		if csp := get(t, s, path).Header.Get("Content-Security-Policy"); !strings.HasSuffix(csp, want) {
			t.Errorf("%s: %s", path, csp)
		}
	}
}

func TestALinkToNoClipIsNotFound(t *testing.T) {
	s := clipSite(t)
	for _, path := range []string{
		"/share/6/" + clipSecret, "/share/5/" + strings.Repeat("0", 32), "/share/5/" + clipSecret[1:], "/share/5/" + strings.ToUpper(clipSecret),
		"/share/x/" + clipSecret, "/share/5/" + clipSecret + "/more", "/share/5", "/share_embed/6/" + clipSecret,
	} {
		answer := get(t, s, path)
		if answer.StatusCode != http.StatusNotFound || strings.Contains(body(t, answer), "The goal") {
			t.Errorf("%s: %d", path, answer.StatusCode)
		}
	}
}
