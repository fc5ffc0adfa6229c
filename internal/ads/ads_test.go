package ads_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/grandstand/grandstand/internal/ads"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/outbound"
)

// agency is an ad server whose answers a test decides, by path.
type agency struct {
	t      *testing.T
	server *httptest.Server
	clock  *clock.Manual
	pages  map[string]http.HandlerFunc
	asked  atomic.Int64
	house  *ads.Server
}

func newAgency(t *testing.T) *agency {
	t.Helper()
	a := &agency{t: t, clock: clock.NewManual(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)), pages: map[string]http.HandlerFunc{}}
	a.server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a.asked.Add(1)
		if page, ok := a.pages[r.URL.Path]; ok {
			page(w, r)
			return
		}
		http.NotFound(w, r)
	}))
	t.Cleanup(a.server.Close)
	a.house = ads.New(ads.Options{Client: a.server.Client(), Clock: a.clock})
	return a
}

// says has a path answer with a document; {self} is the address of the server.
func (a *agency) says(path, document string) {
	a.pages[path] = func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, strings.ReplaceAll(document, "{self}", a.server.URL))
	}
}

func (a *agency) ask(path string) ads.Ad {
	a.t.Helper()
	found, err := a.house.Find(a.t.Context(), ads.Tag{URL: a.server.URL + path, Hosts: "cdn.example *.films.example"})
	if err != nil {
		a.t.Fatal(err)
	}
	return found
}

const inline = `<?xml version="1.0" encoding="UTF-8"?>
<VAST version="4.2" xmlns="http://www.iab.com/VAST">
  <Ad id="1"><InLine>
    <AdSystem version="1">Test</AdSystem><AdTitle>Boots</AdTitle><AdServingId>x</AdServingId>
    <Advertiser>  Blackspruce
      Outfitters </Advertiser>
    <Error><![CDATA[https://track.example/error?code=[ERRORCODE]]]></Error>
    <Impression id="a"><![CDATA[ https://track.example/seen?x=[CACHEBUSTING] ]]></Impression>
    <Impression>http://track.example/plain</Impression>
    <Impression>javascript:alert(1)</Impression>
    <Creatives>
      <Creative><NonLinearAds><NonLinear/></NonLinearAds></Creative>
      <Creative><UniversalAdId idRegistry="r">1</UniversalAdId><Linear skipoffset="00:00:05">
        <Duration>00:00:08.500</Duration>
        <TrackingEvents>
          <Tracking event="start">https://track.example/start</Tracking>
          <Tracking event="midpoint">https://track.example/half</Tracking>
          <Tracking event="complete">https://track.example/whole</Tracking>
          <Tracking event="progress" offset="00:00:01">https://track.example/progress</Tracking>
        </TrackingEvents>
        <VideoClicks><ClickThrough>https://shop.example/boots?a=1</ClickThrough><ClickTracking>https://track.example/click</ClickTracking></VideoClicks>
        <MediaFiles>
          <MediaFile delivery="progressive" type="video/webm" width="1920" height="1080">https://cdn.example/a.webm</MediaFile>
          <MediaFile delivery="progressive" type="video/mp4" codec="hvc1" width="1920" height="1080">https://cdn.example/hevc.mp4</MediaFile>
          <MediaFile delivery="progressive" type="video/mp4" width="3840" height="2160" bitrate="18000">https://cdn.example/huge.mp4</MediaFile>
          <MediaFile delivery="progressive" type="video/mp4" width="640" height="360" bitrate="600">https://cdn.example/small.mp4</MediaFile>
          <MediaFile delivery="progressive" type="video/mp4" codec="avc1.4d401f" width="1280" height="720" bitrate="2500"><![CDATA[ https://eu.films.example/hd.mp4 ]]></MediaFile>
          <MediaFile delivery="progressive" type="video/mp4" width="1920" height="1080" bitrate="5000">https://elsewhere.example/best.mp4</MediaFile>
          <MediaFile delivery="progressive" type="video/mp4" width="1920" height="1080" apiFramework="VPAID">https://cdn.example/script.mp4</MediaFile>
        </MediaFiles>
      </Linear></Creative>
    </Creatives>
  </InLine></Ad>
</VAST>`

func TestAnAdIsRead(t *testing.T) {
	a := newAgency(t)
	a.says("/ad", inline)
	want := ads.Ad{
		Media: ads.Media{URL: "https://eu.films.example/hd.mp4", Width: 1280, Height: 720}, Duration: 8500 * time.Millisecond,
		SkipAfter: 5 * time.Second, Skippable: true, ClickURL: "https://shop.example/boots?a=1", Advertiser: "Blackspruce Outfitters",
		Events: []ads.Event{
			{Name: "error", URL: "https://track.example/error?code=[ERRORCODE]"},
			{Name: "impression", URL: "https://track.example/seen?x=[CACHEBUSTING]"},
			{Name: "start", URL: "https://track.example/start"},
			{Name: "midpoint", URL: "https://track.example/half"},
			{Name: "complete", URL: "https://track.example/whole"},
			{Name: "click", URL: "https://track.example/click"},
		},
	}
	if diff := cmp.Diff(want, a.ask("/ad"), cmpopts.IgnoreUnexported(ads.Ad{}), cmpopts.IgnoreFields(ads.Ad{}, "PassedOver")); diff != "" {
		t.Error(diff)
	}
}

func wrapper(next, extra string) string {
	return `<VAST version="3.0"><Ad><Wrapper ` + extra + `><VASTAdTagURI><![CDATA[` + next + `]]></VASTAdTagURI>
<Error>https://wrap.example/error/[ERRORCODE]</Error><Impression>https://wrap.example/seen</Impression>
<Creatives><Creative><Linear><TrackingEvents><Tracking event="start">https://wrap.example/start</Tracking></TrackingEvents></Linear></Creative></Creatives>
</Wrapper></Ad></VAST>`
}

func TestWrappersLeadOn(t *testing.T) {
	a := newAgency(t)
	a.says("/ad", inline)
	a.says("/wrapped", wrapper("{self}/ad?r=[CACHEBUSTING]&amp;t=[TIMESTAMP]", ""))
	found := a.ask("/wrapped")
	var told []string
	for _, e := range found.Events {
		if strings.Contains(e.URL, "wrap.example") {
			told = append(told, e.Name)
		}
	}
	if found.Code != 0 || found.Media.URL == "" || strings.Join(told, " ") != "error impression start" {
		t.Errorf("%+v, the wrapper is told of %v", found, told)
	}
	for i := range 7 {
		a.says(fmt.Sprintf("/deep%d", i), wrapper(fmt.Sprintf("{self}/deep%d", i+1), ""))
	}
	a.says("/deep5", inline)
	if found := a.ask("/deep0"); found.Code != 0 {
		t.Errorf("five wrappers: %d", found.Code)
	}
	a.says("/one-more", wrapper("{self}/deep0", ""))
	if found := a.ask("/one-more"); found.Code != ads.CodeDepth {
		t.Errorf("six wrappers: %d", found.Code)
	}
	a.says("/round", wrapper("{self}/round", ""))
	before := a.asked.Load()
	if found := a.ask("/round"); found.Code != ads.CodeDepth || a.asked.Load()-before > 6 || len(found.Events) == 0 || found.Events[0].URL != "https://wrap.example/error/302" {
		t.Errorf("a wrapper of itself: %+v after %d questions", found, a.asked.Load()-before)
	}
	a.says("/last", wrapper("{self}/wrapped", `followAdditionalWrappers="false"`))
	if found := a.ask("/last"); found.Code != ads.CodeDepth {
		t.Errorf("a wrapper that wants no other: %d", found.Code)
	}
}

func TestAnswersThatAreNoAd(t *testing.T) {
	a := newAgency(t)
	status := func(code int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
	}
	document := func(s string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, s) }
	}
	linear := func(files string) string {
		return `<VAST version="4.0"><Ad><InLine><Error>https://track.example/[ERRORCODE]</Error><Creatives><Creative><Linear><MediaFiles>` + files +
			`</MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>`
	}
	bomb := `<?xml version="1.0"?><!DOCTYPE VAST [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>`
	for name, test := range map[string]struct {
		answer http.HandlerFunc
		want   ads.Code
	}{
		"none":               {status(http.StatusNoContent), ads.CodeNoAd},
		"an error":           {status(http.StatusInternalServerError), ads.CodeWrapper},
		"an empty document":  {document(`<VAST version="4.2"/>`), ads.CodeNoAd},
		"no XML":             {document(`{"ad": 1}`), ads.CodeXML},
		"half of it":         {document(inline[:len(inline)/2]), ads.CodeXML},
		"a page":             {document(`<html><body>Welcome</body></html>`), ads.CodeSchema},
		"VAST 1":             {document(`<VideoAdServingTemplate/>`), ads.CodeSchema},
		"a future version":   {document(`<VAST version="9.0"/>`), ads.CodeVersion},
		"a banner":           {document(`<VAST version="4.0"><Ad><InLine><Creatives><Creative/></Creatives></InLine></Ad></VAST>`), ads.CodeUnexpected},
		"no film":            {document(linear("")), ads.CodeNoMedia},
		"a film in the open": {document(linear(`<MediaFile type="video/mp4">http://cdn.example/a.mp4</MediaFile>`)), ads.CodeNoMedia},
		"a film of ours":     {document(linear(`<MediaFile type="video/mp4">/media/public/a.mp4</MediaFile>`)), ads.CodeNoMedia},
		"a script":           {document(linear(`<MediaFile type="video/mp4">javascript:alert(1)//cdn.example/a.mp4</MediaFile>`)), ads.CodeNoMedia},
		"of no host of ours": {document(linear(`<MediaFile type="video/mp4">https://films.example.evil.example/a.mp4</MediaFile>`)), ads.CodeNoMedia},
		"under another name": {document(linear(`<MediaFile type="video/mp4">https://cdn.example@evil.example/a.mp4</MediaFile>`)), ads.CodeNoMedia},
		"entities":           {document(bomb + `<VAST version="4.0">&b;</VAST>`), ads.CodeXML},
		"unknown entities":   {document(`<VAST version="4.0">&file;</VAST>`), ads.CodeXML},
		"deep":               {document(`<VAST version="4.0">` + strings.Repeat("<a>", 500) + strings.Repeat("</a>", 500) + `</VAST>`), ads.CodeXML},
		"many":               {document(`<VAST version="4.0">` + strings.Repeat("<a/>", 30_000) + `</VAST>`), ads.CodeXML},
		"without end":        {document(`<VAST version="4.0">` + strings.Repeat(" ", 1<<20) + `</VAST>`), ads.CodeXML},
	} {
		t.Run(name, func(t *testing.T) {
			path := "/" + strings.ReplaceAll(name, " ", "-")
			a.pages[path] = test.answer
			if found := a.ask(path); found.Code != test.want || found.Media.URL != "" {
				t.Errorf("%+v, want code %d", found, test.want)
			}
		})
	}
	if found := a.ask("/no-film"); len(found.Events) != 1 || found.Events[0].URL != "https://track.example/403" {
		t.Errorf("the ad without a film tells %+v", found.Events)
	}
}

// When an ad may be skipped is believed where it is a time or a part of its length.
func TestWhenAnAdMayBeSkipped(t *testing.T) {
	a := newAgency(t)
	for offset, want := range map[string]time.Duration{
		"00:00:05": 5 * time.Second, " 00:00:05.250 ": 5250 * time.Millisecond, "0%": 0, "50%": 4250 * time.Millisecond, "01:02:03": time.Hour + 2*time.Minute + 3*time.Second,
		"": -1, "5": -1, "00:00:NaN": -1, "00:61:00": -1, "00:00:60": -1, "-00:00:05": -1, "NaN%": -1, "101%": -1, "-1%": -1, "soon": -1,
	} {
		path := fmt.Sprintf("/%x", offset)
		a.says(path, strings.Replace(inline, `skipoffset="00:00:05"`, `skipoffset="`+offset+`"`, 1))
		if found := a.ask(path); found.Code != 0 || found.Skippable != (want >= 0) || found.Skippable && found.SkipAfter != want {
			t.Errorf("%q: %v after %s", offset, found.Skippable, found.SkipAfter)
		}
	}
}

// What a press leads to, and what a page calls, is https and nothing that runs.
func TestAddressesOfAnAdAreHTTPS(t *testing.T) {
	a := newAgency(t)
	for _, evil := range []string{"javascript:alert(1)", "data:text/html,x", "http://shop.example/", "//shop.example/", "/profile", "intent://x", "https://", "https://shop.example/ x", "https://" + strings.Repeat("a", 5000)} {
		path := fmt.Sprintf("/%x", evil[:min(len(evil), 20)])
		document := strings.ReplaceAll(inline, "https://shop.example/boots?a=1", "<![CDATA["+evil+"]]>")
		a.says(path, strings.ReplaceAll(document, "https://track.example/half", "<![CDATA["+evil+"]]>"))
		found := a.ask(path)
		if found.Media.URL == "" || found.ClickURL != "" || len(found.Events) != 5 {
			t.Errorf("%.30q: leads to %q, tells %+v", evil, found.ClickURL, found.Events)
		}
	}
}

func TestRedirectsStayOnHTTPS(t *testing.T) {
	a := newAgency(t)
	a.says("/ad", inline)
	lead := func(to string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, to, http.StatusFound) }
	}
	a.pages["/once"], a.pages["/round"], a.pages["/plain"] = lead("/ad"), lead("/round"), lead("http://track.example/")
	for path, want := range map[string]ads.Code{"/once": 0, "/round": ads.CodeWrapper, "/plain": ads.CodeWrapper} {
		if found := a.ask(path); found.Code != want {
			t.Errorf("%s: %d, want %d", path, found.Code, want)
		}
	}
}

// An address of this machine or its network is not asked, whoever names it.
func TestNothingBehindTheServerIsAsked(t *testing.T) {
	a := newAgency(t)
	a.says("/ad", inline)
	client := outbound.NewGuard().Client(time.Minute)
	guarded := ads.New(ads.Options{Client: client, Clock: a.clock})
	for _, address := range []string{a.server.URL + "/ad", "https://localhost/ad", "https://169.254.169.254/latest/meta-data", "https://10.0.0.1/ad", "http://93.184.215.14/ad", "file:///etc/passwd", "/ad"} {
		found, err := guarded.Find(t.Context(), ads.Tag{URL: address})
		if err != nil || found.Code != ads.CodeWrapper {
			t.Errorf("%s: %+v, %v", address, found, err)
		}
	}
	// By way of a wrapper, neither.
	a.says("/inside", wrapper("https://169.254.169.254/latest/meta-data", ""))
	if a.asked.Load() != 0 {
		t.Errorf("%d questions reached this machine", a.asked.Load())
	}
	if found := a.ask("/ad"); found.Code != 0 { // control: the same address by a client that may
		t.Errorf("%+v", found)
	}
}

func TestAdsAreKeptForTheirTime(t *testing.T) {
	for name, test := range map[string]struct {
		control, expires string
		keeps, not       time.Duration
	}{
		"nothing said":      {"", "", 59 * time.Minute, time.Hour},
		"ten minutes":       {"public, max-age=600", "", 599 * time.Second, 601 * time.Second},
		"not to be kept":    {"no-store", "", 999 * time.Millisecond, time.Second},
		"expires earlier":   {"max-age=600", "<Expires>30</Expires>", 29 * time.Second, 31 * time.Second},
		"a day is too long": {"max-age=86400", "", 59 * time.Minute, time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			a := newAgency(t)
			a.pages["/ad"] = func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Cache-Control", test.control)
				fmt.Fprint(w, strings.Replace(inline, "<AdTitle>", test.expires+"<AdTitle>", 1))
			}
			a.ask("/ad")
			a.clock.Advance(test.keeps)
			if a.ask("/ad"); a.asked.Load() != 1 {
				t.Errorf("asked %d times within %s", a.asked.Load(), test.keeps)
			}
			a.clock.Advance(test.not - test.keeps)
			if a.ask("/ad"); a.asked.Load() != 2 {
				t.Errorf("asked %d times after %s", a.asked.Load(), test.not)
			}
		})
	}
	a := newAgency(t)
	a.ask("/gone")
	a.clock.Advance(29 * time.Second)
	if a.ask("/gone"); a.asked.Load() != 1 {
		t.Errorf("an ad server that fails is asked %d times in half a minute", a.asked.Load())
	}
}

// stalled is an ad server that never answers.
type stalled struct{}

func (stalled) RoundTrip(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

func TestASlowAdServerIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		house := ads.New(ads.Options{Client: &http.Client{Transport: stalled{}}, Clock: clock.System{}})
		start := time.Now()
		found, err := house.Find(t.Context(), ads.Tag{URL: "https://slow.example/ad"})
		if took := time.Since(start); err != nil || found.Code != ads.CodeTimeout || took > 2500*time.Millisecond {
			t.Errorf("%+v, %v after %s", found, err, took)
		}
	})
}
