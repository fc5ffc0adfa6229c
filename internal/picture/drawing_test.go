package picture

import (
	"bytes"
	"encoding/base64"
	"errors"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"
)

func dataURI(t testing.TB, kind string, encode func(*bytes.Buffer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := encode(&b); err != nil {
		t.Fatal(err)
	}
	return "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(b.Bytes())
}

func pngURI(t testing.TB, width, height int) string {
	t.Helper()
	return dataURI(t, "image/png", func(b *bytes.Buffer) error { return png.Encode(b, image.NewGray(image.Rect(0, 0, width, height))) })
}

// Each is written as a design program saves a logo.
func TestDrawingsOfDesignPrograms(t *testing.T) {
	raster := pngURI(t, 3, 2)
	wrapped := raster[:40] + "\n    " + raster[40:]
	for name, test := range map[string]struct {
		drawing       string
		width, height int
		has           []string
	}{
		"Illustrator, styles in a sheet": {
			`<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator 28.0, SVG Export Plug-In -->
<svg version="1.1" id="Layer_1" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" x="0px" y="0px" viewBox="0 0 80 40" style="enable-background:new 0 0 80 40;" xml:space="preserve">
<style type="text/css">
	.st0{fill:#C8102E;}
	.st1,.st2 { fill : none; stroke:#FFFFFF; stroke-width:2; }
	.st2{stroke-miterlimit:10}
</style>
<path class="st0" d="M0,0h80v40H0z"/><circle class="st2" cx="40" cy="20" r="9"/></svg>`, 80, 40,
			[]string{`xml:space="preserve"`, `<path d="M0,0h80v40H0z" fill="#C8102E">`, `r="9" fill="none" stroke="#FFFFFF" stroke-width="2" stroke-miterlimit="10"`},
		},
		"Illustrator, a picture": {
			`<?xml version="1.0" encoding="iso-8859-1"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 30 20"><switch><g><image style="overflow:visible;" width="3" height="2" xlink:href="` + wrapped + `" transform="matrix(1 0 0 1 2 2)"></image></g></switch></svg>`, 30, 20,
			[]string{`href="` + raster + `"`, `transform="matrix(1 0 0 1 2 2)"`, `overflow="visible"`, "<switch><g>"},
		},
		"Inkscape": {
			`<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Created with Inkscape (http://www.inkscape.org/) -->
<svg width="60mm" height="30mm" viewBox="0 0 60 30" version="1.1" id="svg5" inkscape:version="1.3" sodipodi:docname="Écusson.svg"
 xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xmlns="http://www.w3.org/2000/svg" xmlns:svg="http://www.w3.org/2000/svg" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:cc="http://creativecommons.org/ns#" xmlns:dc="http://purl.org/dc/elements/1.1/">
<sodipodi:namedview id="namedview7" pagecolor="#ffffff"><inkscape:grid type="xygrid"/></sodipodi:namedview>
<metadata><rdf:RDF><cc:Work rdf:about=""><dc:format>image/svg+xml</dc:format></cc:Work></rdf:RDF></metadata>
<defs id="defs2"><linearGradient id="lg1" inkscape:collect="always"><stop style="stop-color:#003da5;stop-opacity:1" offset="0" id="stop1"/></linearGradient><linearGradient id="lg2" xlink:href="#lg1" xmlns:xlink="http://www.w3.org/1999/xlink"/></defs>
<g inkscape:label="Layer 1" inkscape:groupmode="layer" id="layer1"><rect style="fill:url(#lg2);stroke-width:0.26;-inkscape-stroke:none" id="rect1" width="50" height="20"/>
<text xml:space="preserve" style="font-size:6px;line-height:1.25;font-family:'Noto Sans';-inkscape-font-specification:'Noto Sans'" x="3" y="9"><tspan sodipodi:role="line" id="tspan1">Hé</tspan></text></g></svg>`, 60, 30,
			[]string{`<stop offset="0" id="stop1" stop-color="#003da5" stop-opacity="1">`, `<linearGradient id="lg2" href="#lg1">`, `fill="url(#lg2)" stroke-width="0.26"`, `font-size="6px" font-family="&#39;Noto Sans&#39;"`, "Hé</tspan>"},
		},
		"Figma": {
			`<svg width="64" height="64" viewBox="0 0 64 64" fill="none" xmlns="http://www.w3.org/2000/svg">
<mask id="mask0_1_2" style="mask-type:luminance" maskUnits="userSpaceOnUse" x="0" y="0" width="64" height="64"><path d="M0 0h64v64H0z" fill="white"/></mask>
<g mask="url(#mask0_1_2)" filter="url(#filter0_d_1_2)"><g style="mix-blend-mode:multiply"><path d="M2 2h9" fill="url(#paint0_radial_1_2)" style="fill:color(display-p3 0.5 0.1 0.2);fill-opacity:1" data-figma="x"/></g></g>
<defs><filter id="filter0_d_1_2" x="0" y="0" width="64" height="64" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB"><feFlood flood-opacity="0" result="BackgroundImageFix"/><feColorMatrix in="SourceAlpha" type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0"/><feGaussianBlur stdDeviation="2"/></filter>
<radialGradient id="paint0_radial_1_2" cx="0" cy="0" r="1" gradientUnits="userSpaceOnUse" gradientTransform="translate(32 32) rotate(90) scale(32)"><stop stop-color="#FFB020"/></radialGradient></defs></svg>`, 64, 64,
			[]string{`mask-type="luminance"`, `mask="url(#mask0_1_2)" filter="url(#filter0_d_1_2)"`, `fill="color(display-p3 0.5 0.1 0.2)"`, `<feGaussianBlur stdDeviation="2">`, "<radialGradient"},
		},
		"Canva": {
			`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="500" zoomAndPan="magnify" viewBox="0 0 375 374.999991" height="500" preserveAspectRatio="xMidYMid meet" version="1.0"><defs><g/><clipPath id="a1b2"><path d="M 0 0 L 375 0 L 375 375 Z" clip-rule="nonzero"/></clipPath></defs><g clip-path="url(#a1b2)"><image x="0" y="0" width="3" xlink:href="` + raster + `" height="2" preserveAspectRatio="xMidYMid meet"/></g><g fill="#000000" fill-opacity="1"><g transform="translate(10, 20)"><use xlink:href="#a1b2" x="1"/></g></g></svg>`, 375, 375,
			[]string{`clip-path="url(#a1b2)"`, `href="` + raster + `"`, `<use href="#a1b2" x="1">`},
		},
		"CorelDRAW": {
			`<?xml version="1.0" encoding="UTF-16"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<!-- Creator: CorelDRAW 2020 -->
<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" width="100mm" height="50mm" version="1.1" style="shape-rendering:geometricPrecision; text-rendering:geometricPrecision; image-rendering:optimizeQuality; fill-rule:evenodd; clip-rule:evenodd" viewBox="0 0 10000 5000" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xodm="http://www.corel.com/coreldraw/odm/2003">
 <defs><style type="text/css"><![CDATA[
    .fil0 {fill:#2B2A29}
    .fnt0 {font-weight:bold;font-size:423.33px;font-family:'Arial'}
   ]]></style></defs>
 <g id="Layer_x0020_1"><metadata id="CorelCorpID_0Corel-Layer"/><polygon class="fil0" points="1,1 2,2 3,1 "/><text x="9" y="9" class="fil0 fnt0">FC</text></g></svg>`, 8192, 4096,
			[]string{`shape-rendering="geometricPrecision"`, `points="1,1 2,2 3,1" fill="#2B2A29"`, `font-weight="bold" font-size="423.33px"`},
		},
		"Affinity": {
			`<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg width="100%" height="100%" viewBox="0 0 120 60" version="1.1" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xml:space="preserve" xmlns:serif="http://www.serif.com/" style="fill-rule:evenodd;clip-rule:evenodd;stroke-linejoin:round;stroke-miterlimit:2;">
    <g id="Artboard1" serif:id="Artboard 1" transform="matrix(1,0,0,1,-5,-5)"><path d="M5,5l9,9" style="fill:url(#_Linear1);fill-rule:nonzero;"/></g>
    <defs><linearGradient id="_Linear1" x1="0" y1="0" x2="1" y2="0" gradientUnits="userSpaceOnUse"><stop offset="0" style="stop-color:rgb(0,114,206);stop-opacity:1"/></linearGradient></defs></svg>`, 120, 60,
			[]string{`stroke-linejoin="round"`, `fill="url(#_Linear1)" fill-rule="nonzero"`, `stop-color="rgb(0,114,206)"`},
		},
		"Sketch": {
			`<?xml version="1.0" encoding="UTF-8"?><svg width="24px" height="24px" viewBox="0 0 24 24" version="1.1" xmlns="http://www.w3.org/2000/svg" xmlns:sketch="http://www.bohemiancoding.com/sketch/ns"><!-- Generator: Sketch --><title>ball</title><desc>Created with Sketch.</desc><g id="Page-1" stroke="none" sketch:type="MSPage" fill-rule="evenodd"><a><path d="M1 1" sketch:type="MSShapeGroup"/></a></g></svg>`, 24, 24,
			[]string{"<title>ball</title>", `<g id="Page-1" stroke="none" fill-rule="evenodd"><g><path d="M1 1">`},
		},
		"an animated export": {
			`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>@keyframes a{from{opacity:0}to{opacity:1}} @media print{path{fill:red}} path{animation:a 1s;fill:var(--c, red);stroke:blue!important} g > path{fill:green}</style><path id="p" d="M0 0"><animate attributeName="opacity" from="0" to="1" dur="1s"/></path></svg>`, 9, 9,
			[]string{`<path id="p" d="M0 0" stroke="blue"></path>`},
		},
	} {
		cleaned, look, err := Clean([]byte(test.drawing))
		if err != nil || look.ContentType != "image/svg+xml" || look.Width != test.width || look.Height != test.height {
			t.Errorf("%s: %+v, %v", name, look, err)
			continue
		}
		for _, part := range test.has {
			if !strings.Contains(string(cleaned), part) {
				t.Errorf("%s: there is no %s in %s", name, part, cleaned)
			}
		}
		for _, part := range []string{"inkscape", "sodipodi", "serif", "sketch", "figma", "rdf", "<!", "<?", "style", "class", "mix-blend", "metadata", "animat", "xlink", "var("} {
			if strings.Contains(strings.ToLower(string(cleaned)), part) && (part != "sketch" || name != "Sketch") {
				t.Errorf("%s: there is %s in %s", name, part, cleaned)
			}
		}
		if again, _, err := Clean(cleaned); err != nil || !bytes.Equal(again, cleaned) {
			t.Errorf("%s: cleaned again: %v\n%s\n%s", name, err, cleaned, again)
		}
	}
}

// The strongest rule of a style sheet is the one that CSS says.
func TestRulesOfDrawingsCascade(t *testing.T) {
	for css, want := range map[string]string{
		".a{fill:red} path{fill:blue}":                        "red",
		"#p{fill:red} .a{fill:blue}":                          "red",
		".a{fill:blue} .b{fill:red}":                          "red",
		"path.a.b{fill:red} .b{fill:blue}":                    "red",
		"*{fill:red}":                                         "red",
		".c{fill:blue} circle{fill:blue}":                     "black",
		"path .a{fill:blue} .a:hover{fill:blue}":              "black",
		".a{fill:blue}\n/* .b{fill:red} */":                   "blue",
		"@charset \"utf-8\"; .a{fill:red}":                    "red",
		".a{fill:red;fill:attr(x)}":                           "red",
		".a{background:blue;fill:red} .b{":                    "red",
		"@font-face{font-family:x;src:local(x)} .a{fill:red}": "red",
	} {
		cleaned, _, err := Clean([]byte(`<svg xmlns="http://www.w3.org/2000/svg"><path fill="black" id="p" class="a  b"/><style>` + strings.ReplaceAll(css, ">", "&gt;") + `</style></svg>`))
		if err != nil || !strings.Contains(string(cleaned), ` fill="`+want+`" `) {
			t.Errorf("%s: %v, %s", css, err, cleaned)
		}
	}
}

func TestDangerousDrawingsAreRefusedInWords(t *testing.T) {
	const open = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">`
	anyGIF := dataURI(t, "image/png", func(b *bytes.Buffer) error { return gif.Encode(b, image.NewGray(image.Rect(0, 0, 2, 2)), nil) })
	large := `<image href="` + pngURI(t, 6000, 4000) + `"/>`
	for name, test := range map[string]struct {
		drawing string
		faults  string
	}{
		"a script":                 {open + `<script>alert(1)</script></svg>`, "script"},
		"a script of HTML":         {open + `<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script></svg>`, "script"},
		"in what is dropped":       {open + `<metadata><g><SCRIPT/></g></metadata></svg>`, "script"},
		"a handler":                {open + `<path onclick="alert(1)"/></svg>`, "script"},
		"a handler of the root":    {`<svg xmlns="http://www.w3.org/2000/svg" ONLOAD="alert(1)"/>`, "script"},
		"a link that runs":         {open + `<a xlink:href="java&#10;script:alert(1)"><path/></a></svg>`, "script"},
		"a fill that runs":         {open + `<path fill="javascript:alert(1)"/></svg>`, "script"},
		"an animated handler":      {open + `<set attributeName="onclick" to="alert(1)"/></svg>`, "script"},
		"an animated link":         {open + `<a><animate attributeName="xlink:href" to="x"/></a></svg>`, "reference"},
		"HTML":                     {open + `<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject></svg>`, "document"},
		"a frame":                  {open + `<iframe src="https://evil.example"/></svg>`, "document"},
		"a link":                   {open + `<a href="https://evil.example"><path/></a></svg>`, "reference"},
		"a picture elsewhere":      {open + `<image href="https://evil.example/x.png"/></svg>`, "reference"},
		"a file":                   {open + `<image xlink:href="file:///etc/passwd"/></svg>`, "reference"},
		"a part elsewhere":         {open + `<use href="//evil.example/x.svg#a"/></svg>`, "reference"},
		"a part in data":           {open + `<use href="data:image/svg+xml,x"/></svg>`, "reference"},
		"a filter elsewhere":       {open + `<feImage href="https://evil.example/x.png"/></svg>`, "reference"},
		"a fill elsewhere":         {open + `<path fill="url( 'https://evil.example/#a')"/></svg>`, "reference"},
		"a style elsewhere":        {open + `<path style="background:url(//evil.example)"/></svg>`, "reference"},
		"a rule elsewhere":         {open + `<style>path{fill:url(https://evil.example)}</style></svg>`, "reference"},
		"an import":                {open + `<style>@import "https://evil.example/a.css"; .a{fill:red}</style></svg>`, "reference"},
		"a font":                   {open + `<style>@font-face{font-family:a;src:url(https://evil.example/a.woff)}</style></svg>`, "reference"},
		"an import in media":       {open + `<style>@media print{path{fill:url(//evil.example)}}</style></svg>`, "reference"},
		"an image set":             {open + `<g mask="image-set('//evil.example/a.png' 1x)"/></svg>`, "reference"},
		"a style sheet":            {`<?xml-stylesheet href="https://evil.example/a.css"?>` + open + `</svg>`, "reference"},
		"a hidden address":         {open + `<path fill="u\72l(https://evil.example)"/></svg>`, "hidden"},
		"entities":                 {`<!DOCTYPE svg [<!ENTITY a "b">]>` + open + `&a;</svg>`, "entities"},
		"a GIF as a PNG":           {open + `<image href="` + anyGIF + `"/></svg>`, "picture"},
		"a drawing in a drawing":   {open + `<image href="data:image/svg+xml;base64,PHN2Zy8+"/></svg>`, "picture"},
		"data that is none":        {open + `<image href="data:image/png;base64,!!"/></svg>`, "picture"},
		"too many pixels":          {open + large + large + `</svg>`, "picture"},
		"deep":                     {open + strings.Repeat("<g>", 300) + strings.Repeat("</g>", 300) + `</svg>`, "large"},
		"many elements":            {open + strings.Repeat("<g/>", maxDrawingElements) + `</svg>`, "large"},
		"many rules":               {open + "<style>" + strings.Repeat(".a{fill:red}", maxStyleRules+1) + `</style></svg>`, "large"},
		"grown by its styles":      {open + "<style>.a{fill:" + strings.Repeat("r", 20_000) + "}</style>" + strings.Repeat(`<g class="a"/>`, 1_000) + `</svg>`, "large"},
		"everything":               {`<!DOCTYPE svg [<!ENTITY a "b">]>` + open + `<script/><path onclick="x" fill="url(//evil.example)"/><foreignObject/><image href="data:,x"/></svg>`, "entities script reference document picture"},
		"refused though it breaks": {open + `<script/><path></svg>`, "script"},
	} {
		cleaned, _, err := Clean([]byte(test.drawing))
		unsafe, ok := errors.AsType[unsafeDrawing](err)
		if !ok || cleaned != nil {
			t.Errorf("%s: %v, %.200s", name, err, cleaned)
			continue
		}
		var codes []string
		for _, field := range unsafe.fields() {
			codes = append(codes, field.Code)
			if !strings.Contains(err.Error(), field.Message) {
				t.Errorf("%s: there is no %q in %q", name, field.Message, err)
			}
		}
		if got := strings.Join(codes, " "); got != test.faults {
			t.Errorf("%s: %s, want %s", name, got, test.faults)
		}
	}
	for name, drawing := range map[string]string{"a page": `<html/>`, "another root": `<svg xmlns="https://evil.example/"/>`, "broken": open, "text": "<", "an entity": open + `&nbsp;</svg>`} {
		if _, _, err := Clean([]byte(drawing)); !errors.Is(err, ErrUnknown) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// An embedded photograph tells nothing of where it was taken.
func TestEmbeddedPhotographsLoseTheirNotes(t *testing.T) {
	uri := dataURI(t, "image/jpeg", func(b *bytes.Buffer) error {
		var plain bytes.Buffer
		if err := jpeg.Encode(&plain, image.NewGray(image.Rect(0, 0, 2, 2)), nil); err != nil {
			return err
		}
		b.Write(plain.Bytes()[:2])
		b.WriteString("\xff\xfe\x00\x0cat my home")
		b.Write(plain.Bytes()[2:])
		return nil
	})
	cleaned, _, err := Clean([]byte(`<svg xmlns="http://www.w3.org/2000/svg"><image href="` + uri + `"/></svg>`))
	_, data, _ := strings.Cut(string(cleaned), "base64,")
	data, _, _ = strings.Cut(data, `"`)
	content, wrong := base64.StdEncoding.DecodeString(data)
	if err != nil || wrong != nil || len(content) == 0 || bytes.Contains(content, []byte("at my home")) {
		t.Errorf("%v, %v: %q", err, wrong, content)
	}
}
