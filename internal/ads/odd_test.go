package ads_test

import (
	"encoding/binary"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/grandstand/grandstand/internal/ads"
)

const goodFile = `<MediaFile type="video/mp4" width="640" height="360">https://cdn.example/good.mp4</MediaFile>`

func ofLinear(files string) string {
	return `<Creative><Linear><Duration>00:00:10</Duration><MediaFiles>` + files + `</MediaFiles></Linear></Creative>`
}

func ofInline(creatives string) string {
	return `<Ad><InLine><Error>https://track.example/[ERRORCODE]</Error><Creatives>` + creatives + `</Creatives></InLine></Ad>`
}

func ofVAST(inside string) string { return `<VAST version="3.0">` + inside + `</VAST>` }

// inUTF16 is a document as servers on Windows write one.
func inUTF16(document string, order binary.AppendByteOrder, mark bool) string {
	var out []byte
	if mark {
		out = order.AppendUint16(out, 0xFEFF)
	}
	for _, unit := range utf16.Encode([]rune(`<?xml version="1.0" encoding="utf-16"?>` + document)) {
		out = order.AppendUint16(out, unit)
	}
	return string(out)
}

// Ad servers fill attributes with odd values, and put what a browser cannot play before what it can.
func TestWhatIsOddIsPassedOver(t *testing.T) {
	good := ofVAST(ofInline(ofLinear(goodFile)))
	with := func(attributes string) string {
		return ofVAST(ofInline(ofLinear(`<MediaFile ` + attributes + `>https://cdn.example/good.mp4</MediaFile>`)))
	}
	vpaid := ofLinear(`<MediaFile type="application/javascript" apiFramework="VPAID">https://cdn.example/unit.js</MediaFile>`)
	for name, test := range map[string]struct {
		document      string
		width, height int
	}{
		"codec 0":                          {with(`type="video/mp4" codec="0" width="640" height="360"`), 640, 360},
		"framework VAST":                   {with(`type="video/mp4" codec="0" apiFramework="VAST" width="640" height="360"`), 640, 360},
		"codec none":                       {with(`type="video/mp4" codec="none" apiFramework="none" width="640" height="360"`), 640, 360},
		"codec with its sound":             {with(`type="video/mp4" codec="mp4a.40.2, avc1.4d401f"`), 0, 0},
		"the codec of the sound":           {with(`type="video/mp4" codec="mp4a.40.2"`), 0, 0},
		"codecs in the type":               {with(`type="video/mp4; codecs=&quot;avc1.4d401f, mp4a.40.2&quot;"`), 0, 0},
		"codecs in the type, not quoted":   {with(`type="VIDEO/MP4;codecs=avc1.4d401f,mp4a.40.2 "`), 0, 0},
		"no type":                          {with(`type=""`), 0, 0},
		"width 640.0":                      {with(`type="video/mp4" width="640.0" height="360.5" bitrate="700.25"`), 640, 360},
		"width 640px":                      {with(`type="video/mp4" width="640px" height=" 360 px" bitrate="700 kbps"`), 640, 360},
		"no width":                         {with(`type="video/mp4" width="" height="auto" bitrate=""`), 0, 0},
		"width below 0":                    {with(`type="video/mp4" width="-640" height="99999999999999999999"`), 0, 1_000_000},
		"an address in lines":              {ofVAST(ofInline(ofLinear("<MediaFile type=\"video/mp4\">\r\n\t<![CDATA[\r\n  https://cdn.example/good.mp4 \n]]>\n</MediaFile>"))), 0, 0},
		"a script first":                   {ofVAST(ofInline(vpaid + ofLinear(goodFile))), 640, 360},
		"an empty creative first":          {ofVAST(ofInline(`<Creative/><Creative><Linear/></Creative><Creative><CompanionAds/></Creative>` + ofLinear(goodFile))), 640, 360},
		"a film without an address":        {ofVAST(ofInline(ofLinear(`<MediaFile type="video/mp4"> </MediaFile>` + goodFile))), 640, 360},
		"a pod, its first ad a script":     {ofVAST(strings.Replace(ofInline(vpaid), "<Ad>", `<Ad sequence="1">`, 1) + strings.Replace(ofInline(ofLinear(goodFile)), "<Ad>", `<Ad sequence="2">`, 1)), 640, 360},
		"an ad of nothing first":           {ofVAST(`<Ad/><Ad><InLine/></Ad>` + ofInline(ofLinear(goodFile))), 640, 360},
		"blanks around the version":        {strings.Replace(good, `"3.0"`, `" 3.0 "`, 1), 640, 360},
		"UTF-16, little endian":            {inUTF16(good, binary.LittleEndian, true), 640, 360},
		"UTF-16, big endian":               {inUTF16(good, binary.BigEndian, true), 640, 360},
		"UTF-16 without a mark":            {inUTF16(good, binary.LittleEndian, false), 640, 360},
		"UTF-8 that is declared as UTF-16": {`<?xml version="1.0" encoding="utf-16"?>` + good, 640, 360},
		"UTF-8 with a mark":                {"\ufeff" + good, 640, 360},
	} {
		t.Run(name, func(t *testing.T) {
			a := newAgency(t)
			a.says("/ad", test.document)
			if found := a.ask("/ad"); found.Media != (ads.Media{URL: "https://cdn.example/good.mp4", Width: test.width, Height: test.height}) {
				t.Errorf("%+v", found)
			}
		})
	}
}

// Operators read why there is no ad, and what they can do about it.
func TestWhyThereIsNoAd(t *testing.T) {
	file := func(attributes, address string) string {
		return ofVAST(ofInline(ofLinear(`<MediaFile ` + attributes + `>` + address + `</MediaFile>`)))
	}
	for name, test := range map[string]struct {
		document string
		reason   ads.Reason
		says     string
	}{
		"none":      {ofVAST(""), ads.ReasonNoAd, "no ad at the moment"},
		"not XML":   {"<VAST>\n</oops>", ads.ReasonNotXML, "line 2: element <VAST> closed by </oops>"},
		"empty":     {" ", ads.ReasonNotXML, "it has no element"},
		"a bomb":    {`<!DOCTYPE VAST []>` + ofVAST(""), ads.ReasonNotXML, "document type"},
		"encoding":  {`<?xml version="1.0" encoding="x-klingon"?>` + ofVAST(""), ads.ReasonNotXML, "its encoding is not known"},
		"a page":    {`<html/>`, ads.ReasonNotVAST, "root element"},
		"unmarked":  {`<VAST/>`, ads.ReasonNotVAST, "names no version"},
		"version":   {`<VAST version="9.0"/>`, ads.ReasonVersion, "VAST 9.0."},
		"nothing":   {ofVAST("<Ad/>"), ads.ReasonEmpty, "neither InLine nor Wrapper"},
		"banner":    {ofVAST(ofInline("<Creative/>")), ads.ReasonNotLinear, "not a linear video"},
		"no film":   {ofVAST(ofInline(ofLinear(""))), ads.ReasonNoFilm, "no MediaFile"},
		"script":    {file(`type="application/javascript" apiFramework="VPAID"`, "https://cdn.example/a.js"), ads.ReasonScript, "(vpaid)"},
		"streaming": {file(`type="video/mp4" delivery="streaming"`, "https://cdn.example/a.mp4"), ads.ReasonStreaming, "streamed"},
		"type":      {file(`type="video/webm; codecs=vp9"`, "https://cdn.example/a.webm"), ads.ReasonType, "video/webm"},
		"no type":   {file(``, "https://cdn.example/a.mov"), ads.ReasonType, "(none)"},
		"codec":     {file(`type="video/mp4" codec="hvc1.1.6.L93"`, "https://cdn.example/a.mp4"), ads.ReasonCodec, "hvc1.1.6.l93"},
		"codecs":    {file(`type="video/mp4; codecs='av01.0.05M.08'"`, "https://cdn.example/a.mp4"), ads.ReasonCodec, "av01.0.05m.08"},
		"http":      {file(`type="video/mp4"`, "http://cdn.example/a.mp4"), ads.ReasonMediaAddress, "no valid https address"},
		"account":   {file(`type="video/mp4"`, "https://cdn.example@evil.example/a.mp4"), ads.ReasonMediaAddress, "no valid https address"},
		"host":      {file(`type="video/mp4"`, "https://elsewhere.example/a.mp4"), ads.ReasonMediaHost, "The film is at elsewhere.example. Add this host to media_hosts"},
		"nearest": {ofVAST(ofInline(ofLinear(`<MediaFile type="video/webm">https://cdn.example/a.webm</MediaFile><MediaFile type="video/mp4">https://elsewhere.example/a.mp4</MediaFile>`) +
			ofLinear(`<MediaFile apiFramework="SIMID">https://cdn.example/a.html</MediaFile>`))), ads.ReasonMediaHost, "elsewhere.example"},
		"wrappers": {wrapper("{self}/ad", ""), ads.ReasonWrappers, "more wrappers than five"},
		"lost":     {wrapper("{self}/none", ""), ads.ReasonStatus, "HTTP status 404"},
		"address":  {wrapper("http://ads.example/", ""), ads.ReasonAddress, "not an https address"},
		"terminal": {file("type=\"video/\x7fx\u009b31m\"", "https://cdn.example/a\u009b.mp4"), ads.ReasonType, "the type video/x31m."},
	} {
		t.Run(name, func(t *testing.T) {
			a := newAgency(t)
			a.says("/ad", test.document)
			found := a.ask("/ad")
			if found.Obstacle.Reason != test.reason || found.Code != test.reason.Code() || found.Code == 0 || !strings.Contains(found.Obstacle.String(), test.says) {
				t.Errorf("code %d, %s: %s", found.Code, found.Obstacle.Reason, found.Obstacle)
			}
			if len(found.PassedOver) == 0 || len(found.PassedOver) > 50 || strings.ContainsAny(fmt.Sprint(found.PassedOver), "\u009b\x7f%\n") {
				t.Errorf("passed over: %+q", found.PassedOver)
			}
		})
	}
	a := newAgency(t)
	a.pages["/long"] = func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, strings.Repeat(" ", 600<<10)) }
	if found := a.ask("/long"); found.Obstacle.Reason != ads.ReasonTooLarge {
		t.Errorf("%+v", found)
	}
	a.server.Close()
	if found := a.ask("/closed"); found.Obstacle.Reason != ads.ReasonNoAnswer || !strings.Contains(found.Obstacle.String(), "it accepts no connection") {
		t.Errorf("%+v", found)
	}
}

// What plays may have been preceded by films that do not: operators see these, too.
func TestWhatWasPassedOverIsListed(t *testing.T) {
	a := newAgency(t)
	a.says("/ad", inline)
	found := a.ask("/ad")
	var reasons []string
	for _, o := range found.PassedOver {
		reasons = append(reasons, string(o.Reason)+" "+o.Film)
	}
	want := "type https://cdn.example/a.webm, codec https://cdn.example/hevc.mp4, media_host https://elsewhere.example/best.mp4, script https://cdn.example/script.mp4"
	if got := strings.Join(reasons, ", "); got != want || found.Obstacle != (ads.Obstacle{}) {
		t.Errorf("%s; %+v", got, found.Obstacle)
	}
}
