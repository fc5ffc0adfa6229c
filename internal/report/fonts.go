package report

import (
	"encoding/base64"
	"fmt"
	"html/template"
	"io/fs"
	"strings"
)

// typefaces are the families of page.css, each with the file that the built app has of it and the weights in that.
func typefaces() []struct{ family, file, weights string } {
	return []struct{ family, file, weights string }{
		{"Figtree", "assets/figtree-latin-wght-normal-*.woff2", "300 900"},
		{"Sofia Sans Extra Condensed", "assets/sofia-sans-extra-condensed-latin-wght-normal-*.woff2", "1 1000"},
	}
}

// fontFaces are rules that carry their files with them, as data addresses (RFC 2397), for those that app has.
func fontFaces(app fs.FS) (template.CSS, error) {
	var rules strings.Builder
	for _, face := range typefaces() {
		names, err := fs.Glob(app, face.file)
		if err != nil {
			return "", fmt.Errorf("look for the typeface %s: %w", face.family, err)
		}
		if len(names) == 0 {
			continue // compiled without the app: the page is shown in what the reader's machine has
		}
		font, err := fs.ReadFile(app, names[0])
		if err != nil {
			return "", fmt.Errorf("read the typeface %s: %w", face.family, err)
		}
		fmt.Fprintf(&rules, "@font-face { font-family: %q; font-weight: %s; src: url(\"data:font/woff2;base64,%s\") format(\"woff2\"); }\n",
			face.family, face.weights, base64.StdEncoding.EncodeToString(font))
	}
	return template.CSS(rules.String()), nil //nolint:gosec // our own words, and letters and digits
}
