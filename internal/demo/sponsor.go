package demo

import (
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/grandstand/grandstand/demo/kit"
)

// sponsorHost is where the demo's ad server would be. It is no name of the internet (RFC
// 2606): its answers are made in this process.
const sponsorHost = "ads.grandstand.invalid"

// sponsorTag is where the ad of a sponsor of the kit is asked for.
func sponsorTag(key string) string {
	return "https://" + sponsorHost + "/vast?sponsor=" + url.QueryEscape(key)
}

// Sponsors answers in VAST for the sponsors of the kit that have an ad server, and hands
// on what is asked of anybody else.
type Sponsors struct{ Next http.RoundTripper }

// RoundTrip is part of http.RoundTripper.
func (s Sponsors) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Host != sponsorHost {
		return s.Next.RoundTrip(r)
	}
	catalog, err := kit.Load(kit.Files())
	if err != nil {
		return nil, fmt.Errorf("read the kit: %w", err)
	}
	for _, p := range catalog.Media.Prerolls {
		if p.VAST && p.Key == r.URL.Query().Get("sponsor") {
			return sponsorAnswer(r, p)
		}
	}
	return sponsorReply(r, http.StatusNoContent, ""), nil
}

func sponsorAnswer(r *http.Request, p kit.Preroll) (*http.Response, error) {
	var out strings.Builder
	write := func(format string, values ...string) {
		escaped := make([]any, len(values))
		for i, value := range values {
			var b strings.Builder
			_ = xml.EscapeText(&b, []byte(value)) // a builder takes everything
			escaped[i] = b.String()
		}
		fmt.Fprintf(&out, format, escaped...)
	}
	write(`<?xml version="1.0" encoding="UTF-8"?><VAST version="4.2"><Ad id="%[1]s"><InLine><AdSystem>Grandstand demo</AdSystem>`+
		`<AdTitle>%[2]s</AdTitle><AdServingId>%[1]s</AdServingId><Advertiser>%[2]s</Advertiser><Creatives><Creative>`, p.Key, p.Sponsor)
	write(`<Linear skipoffset="00:00:%[1]s"><Duration>00:00:06</Duration><VideoClicks><ClickThrough>%[2]s</ClickThrough></VideoClicks>`,
		fmt.Sprintf("%02d", p.SkipAfterS), p.Click)
	write(`<MediaFiles><MediaFile delivery="progressive" type="video/mp4" codec="avc1" width="1280" height="720">%[1]s</MediaFile></MediaFiles>`+
		`</Linear></Creative></Creatives></InLine></Ad></VAST>`, "/media/public/"+mediaKey(p.File))
	return sponsorReply(r, http.StatusOK, out.String()), nil
}

func sponsorReply(r *http.Request, status int, body string) *http.Response {
	return &http.Response{
		StatusCode: status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{"Content-Type": {"application/xml"}},
		Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)), Request: r,
	}
}
