//go:build web

// Package web holds the built web app. Build it with `npm run build` in this folder
// and compile with the tag "web" to embed it.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// FS returns the built app: index.html, routes.json and the files under assets/ with
// their .br and .gz copies. Without the build tag it is empty.
func FS() fs.FS {
	built, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // "dist" is a valid path
	}
	return built
}
