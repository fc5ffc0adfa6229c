//go:build !web

// Package web holds the built web app. Build it with `npm run build` in this folder
// and compile with the tag "web" to embed it.
package web

import (
	"embed"
	"io/fs"
)

// FS is empty: this binary was built without the tag "web", so without Node.
func FS() fs.FS { return embed.FS{} }
