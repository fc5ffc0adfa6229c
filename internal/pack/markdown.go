package pack

import (
	"bytes"
	"strings"

	htmltomarkdown "github.com/JohannesKaufmann/html-to-markdown/v2"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"

	"github.com/grandstand/grandstand/internal/text"
)

// render turns a text of a file into the HTML that is stored: Markdown (CommonMark with
// tables and strikethrough), or HTML where it begins with "<". Nothing in it can run.
func render(source string) (string, error) {
	source = strings.TrimSpace(source)
	if strings.HasPrefix(source, "<") {
		return text.SafeHTML(source), nil
	}
	var out bytes.Buffer
	// HTML within Markdown passes, since all of it is sanitised afterwards.
	markdown := goldmark.New(
		goldmark.WithExtensions(extension.Table, extension.Strikethrough),
		goldmark.WithRendererOptions(html.WithUnsafe()),
	)
	if err := markdown.Convert([]byte(source), &out); err != nil {
		return "", err
	}
	return text.SafeHTML(out.String()), nil
}

// unrender is a text for a file that render turns into the given stored HTML: Markdown
// where that says the same, else the HTML itself.
func unrender(stored string) string {
	markdown, err := htmltomarkdown.ConvertString(stored)
	if err != nil || strings.HasPrefix(markdown, "<") {
		return stored
	}
	if again, err := render(markdown); err != nil || again != stored {
		return stored
	}
	return markdown
}
