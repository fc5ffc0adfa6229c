package demo

import (
	"net/http"
	"testing"
	"time"

	"github.com/grandstand/grandstand/demo/kit"
	"github.com/grandstand/grandstand/internal/ads"
	"github.com/grandstand/grandstand/internal/clock"
)

// nobody is asked for nothing.
type nobody struct{ t *testing.T }

func (n nobody) RoundTrip(r *http.Request) (*http.Response, error) {
	n.t.Errorf("%s is asked of the internet", r.URL)
	return nil, http.ErrServerClosed
}

func TestTheDemosSponsorsAnswerInVAST(t *testing.T) {
	catalog, err := kit.Load(kit.Files())
	if err != nil {
		t.Fatal(err)
	}
	server := ads.New(ads.Options{Client: &http.Client{Transport: Sponsors{nobody{t}}}, Clock: clock.System{}, OwnPaths: true})
	answered := 0
	for _, p := range catalog.Media.Prerolls {
		found, err := server.Find(t.Context(), ads.Tag{URL: sponsorTag(p.Key), Hosts: sponsorHost})
		if err != nil {
			t.Fatal(err)
		}
		if !p.VAST {
			if found.Code != ads.CodeNoAd {
				t.Errorf("%s, which is a film, answers %+v", p.Key, found)
			}
			continue
		}
		answered++
		if found.Code != 0 || found.Media.URL != "/media/public/"+mediaKey(p.File) || found.Advertiser != p.Sponsor || found.ClickURL != p.Click ||
			!found.Skippable || found.SkipAfter != time.Duration(p.SkipAfterS)*time.Second {
			t.Errorf("%s answers %+v", p.Key, found)
		}
	}
	if answered == 0 {
		t.Error("no sponsor of the kit has an ad server")
	}
}
