// Package packs holds the example channel packs, each a folder that describes a whole
// channel: Boréale, a French-first school league, and Ironbell, a combat-sports
// promoter. The demo runs both; docs/PACKS.md explains what is in them. Beside them lies
// what only the demo has: the games that it keeps live.
package packs

import (
	"embed"
	"io/fs"
)

//go:embed boreale ironbell live
var files embed.FS

// Files are all of it: the packs' folders by their channels' keys, and "live".
func Files() fs.FS { return files }

// Pack is one example's folder, which is called as its channel's key.
func Pack(key string) (fs.FS, error) { return fs.Sub(files, key) }
