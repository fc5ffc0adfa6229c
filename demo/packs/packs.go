// Package packs holds the example channel packs, each a folder that describes a whole
// channel: Boréale, a French-first school league, and Ironbell, a combat-sports
// promoter. The demo runs both; docs/PACKS.md explains what is in them.
package packs

import (
	"embed"
	"io/fs"
)

//go:embed boreale ironbell
var files embed.FS

// Keys are the channel keys of the examples, which are their folders' names too.
func Keys() []string { return []string{"boreale", "ironbell"} }

// Pack is one example's folder.
func Pack(key string) (fs.FS, error) { return fs.Sub(files, key) }
