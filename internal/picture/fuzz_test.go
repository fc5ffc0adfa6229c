package picture

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"slices"
	"strings"
	"testing"
)

// What is taken for a picture is one of those that are shown, of a size that can be; a drawing
// among them names nothing outside of itself, and begins nothing.
func FuzzClean(f *testing.F) {
	const open = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 4 4">`
	for _, seed := range []string{
		open + `<path fill="#fff" d="M0 0h4v4z"/></svg>`, "\ufeff<?xml version=\"1.0\"?>" + open + `<use xlink:href="#a"/></svg>`, open + `<use href="//evil.example/#a"/></svg>`,
		`<?xml-stylesheet href="https://evil.example/a.css"?>` + open + `</svg>`, open + `<path fill="u\72l(https://evil.example)"/></svg>`, open + `<g mask="image-set('//evil.example/a.png' 1x)"/></svg>`,
		open + `<style>.a{fill:url(#b)} @import "x"; #c,path.a{stroke:red;fill:url(//e)}</style><path class="a" style="fill:none;mask:url('#m')"/><i:x xmlns:i="urn:i"><script/></i:x></svg>`,
		open + `<g xml:space="preserve" xmlns="" style="a:b;;;fill"><text> &#38;lt; </text><a xlink:href="#x" href="y"/></g><image href="` + pngURI(f, 1, 1) + `"/></svg>`,
		"\xff\xfe<\x00s\x00v\x00g\x00/\x00>\x00", open + `<animate attributeName="href" values="x"/><switch id="url(#url(#a))"/></svg>`,
		open + `<script/></svg>`, `<!DOCTYPE svg>` + open + `</svg>`, `<svg viewBox="0 0 1e999 NaN"/>`, "RIFF\x10\x00\x00\x00WEBPVP8 ", "", "<",
	} {
		f.Add([]byte(seed))
	}
	small := image.NewGray(image.Rect(0, 0, 3, 2))
	for _, encode := range []func(*bytes.Buffer) error{
		func(b *bytes.Buffer) error { return png.Encode(b, small) }, func(b *bytes.Buffer) error { return jpeg.Encode(b, small, nil) }, func(b *bytes.Buffer) error { return gif.Encode(b, small, nil) },
	} {
		var b bytes.Buffer
		if err := encode(&b); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		cleaned, look, err := Clean(content)
		if err != nil {
			if _, unsafe := errors.AsType[unsafeDrawing](err); !unsafe && !errors.Is(err, ErrUnknown) && !errors.Is(err, ErrTooManyPixels) {
				t.Fatalf("%q: %v", content, err)
			}
			return
		}
		if look.Width < 0 || look.Height < 0 || look.Width > maxEdge || look.Height > maxEdge || look.Width*look.Height > maxPixels {
			t.Fatalf("%d by %d", look.Width, look.Height)
		}
		if look.ContentType != "image/svg+xml" {
			if ends[strings.TrimPrefix(look.ContentType, "image/")] != look.End || look.Width == 0 || look.Height == 0 {
				t.Fatalf("%+v", look)
			}
			return
		}
		if what := reaching(cleaned); what != "" {
			t.Fatalf("a drawing passes with %s: %q becomes %q", what, content, cleaned)
		}
		again, same, err := Clean(cleaned)
		if err != nil || !bytes.Equal(again, cleaned) || same != look {
			t.Fatalf("%q becomes %q, then %q: %v", content, cleaned, again, err)
		}
	})
}

// reaching names what of a drawing could run or fetch something, read without the rules of
// cleanDrawing.
func reaching(content []byte) string {
	d := xml.NewDecoder(bytes.NewReader(content))
	d.Strict = false
	for {
		token, err := d.RawToken()
		if err != nil {
			return ""
		}
		switch token := token.(type) {
		case xml.Directive:
			return "a declaration"
		case xml.ProcInst:
			if token.Target != "xml" {
				return "the instruction " + token.Target
			}
		case xml.StartElement:
			if slices.Contains([]string{"script", "style", "foreignObject", "iframe", "a", "animate", "set", "link", "feImage"}, token.Name.Local) {
				return "the element " + token.Name.Local
			}
			for _, a := range token.Attr {
				value := strings.ToLower(a.Value)
				if strings.HasPrefix(strings.ToLower(a.Name.Local), "on") || a.Name.Local == "style" || a.Name.Local == "src" ||
					strings.HasSuffix(a.Name.Local, "href") && !strings.HasPrefix(value, "#") && (token.Name.Local != "image" || !strings.HasPrefix(value, "data:image/png;base64,") && !strings.HasPrefix(value, "data:image/jpeg;base64,")) ||
					a.Name.Local != "href" && strings.Contains(strings.ReplaceAll(value, "(#", ""), "url(h") || strings.Contains(value, "image-set(") {
					return "the attribute " + a.Name.Local
				}
			}
		}
	}
}
