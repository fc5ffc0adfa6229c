package ads

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/grandstand/grandstand/internal/clock"
)

// echo is an ad server that answers everything with the same document.
type echo struct {
	document string
	asked    int
}

func (e *echo) RoundTrip(*http.Request) (*http.Response, error) {
	e.asked++
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(e.document))}, nil
}

// Whatever an ad server answers, also that it is to be asked again, is an ad with addresses of
// https and media of where media may come from, or a code.
func FuzzVAST(f *testing.F) {
	for _, seed := range []string{
		`<VAST version="4.2"><Ad><InLine><Advertiser>Northern Boots</Advertiser><Impression>https://a.example/i?[CACHEBUSTING]</Impression><Expires>60</Expires><Creatives><Creative><Linear skipoffset="25%"><Duration>00:00:15.5</Duration><TrackingEvents><Tracking event="start">https://a.example/s</Tracking></TrackingEvents><VideoClicks><ClickThrough>https://a.example/go</ClickThrough></VideoClicks><MediaFiles><MediaFile type="video/mp4" width="640" height="360" bitrate="900">https://cdn.example/a.mp4</MediaFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>`,
		`<VAST version="3.0"><Ad><Wrapper followAdditionalWrappers="true"><VASTAdTagURI>https://a.example/next</VASTAdTagURI><Error>https://a.example/e?c=[ERRORCODE]</Error></Wrapper></Ad></VAST>`,
		`<VAST version="2.0"><Error>https://a.example/e</Error></VAST>`, `<VAST version="9"/>`, `<VAST/>`, `<x/>`, ``,
		`<!DOCTYPE VAST [<!ENTITY a "b">]><VAST version="4">&a;</VAST>`, `<?xml version="1.0" encoding="windows-1252"?><VAST version="4"></VAST>`,
		"\xff\xfe<\x00V\x00A\x00S\x00T\x00/\x00>\x00", "\xfe\xff\x00<", "<\x00", `<?xml version="1.0" encoding="utf-16"?><VAST version="2.0"/>`,
		`<VAST version="3.0"><Ad><InLine><Creatives><Creative><Linear/></Creative><Creative><Linear><MediaFiles><MediaFile type="video/mp4; codecs='hvc1'" codec="0" width="640.5" height="-1px" bitrate="99999999999999999999">https://cdn.example/a.mp4</MediaFile><MediaFile apiFramework="VPAID&#155;">x</MediaFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>`,
		strings.Repeat("<VAST>", 50), `<VAST version="4"><Ad sequence="x"/><Ad sequence="-1"/></VAST>`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, document string) {
		way := &echo{document: document}
		server := New(Options{Client: &http.Client{Transport: way}, Clock: clock.NewManual(time.Unix(1_700_000_000, 0))})
		search := search{server: server, hosts: []string{"cdn.example", "*.films.example"}, lasts: longest}
		ad := search.at(t.Context(), "https://a.example/tag", chain{})
		if way.asked > 1+maxWrappers {
			t.Fatalf("%d documents are asked for", way.asked)
		}
		if len(ad.Events) > maxEvents {
			t.Fatalf("%d addresses are to be called", len(ad.Events))
		}
		for _, e := range ad.Events {
			if !slices.Contains(Names(), e.Name) || !strings.HasPrefix(e.URL, "https://") || len(e.URL) > maxAddress+len("[ERRORCODE]") {
				t.Fatalf("%+v is to be called", e)
			}
		}
		if (ad.Code == 0) != (ad.Obstacle.Reason == "") || ad.Code != ad.Obstacle.Reason.Code() || len(search.passed) > maxPassed || ad.Code != 0 && len(search.passed) == 0 {
			t.Fatalf("code %d because of %+v, having passed over %+v", ad.Code, ad.Obstacle, search.passed)
		}
		for _, o := range append(search.passed, ad.Obstacle) {
			if says := o.String() + o.Film; strings.ContainsFunc(says, func(r rune) bool { return !unicode.IsPrint(r) }) || utf8.RuneCountInString(says) > 3*maxDetail {
				t.Fatalf("%q is no line", says)
			}
		}
		if ad.Code != 0 {
			if ad.Media != (Media{}) {
				t.Fatalf("code %d with %+v", ad.Code, ad.Media)
			}
			return
		}
		if !search.admits(ad.Media.URL) || ad.Media.Width < 0 || ad.Media.Height < 0 || ad.Duration < 0 || ad.SkipAfter < 0 || ad.lasts < 0 ||
			ad.ClickURL != "" && !strings.HasPrefix(ad.ClickURL, "https://") || !utf8.ValidString(ad.Advertiser) || utf8.RuneCountInString(ad.Advertiser) > maxAdvertiser {
			t.Fatalf("%+v", ad)
		}
	})
}
