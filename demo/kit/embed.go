// Package kit is the demo channel's material: its catalogue, texts, pictures and
// game video. Everything in it is generated or written for this project; the
// sources that draw it are in demo/tools. It knows no domain: a seeder reads it
// and writes what it finds through the domains.
package kit

import (
	"embed"
	"io/fs"
)

//go:embed catalog page video image
var files embed.FS

// Files is the kit's file tree. Paths in the catalogue ("video/…", "image/…",
// "page/…") are relative to its root.
func Files() fs.FS { return files }
