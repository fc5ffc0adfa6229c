package srt

import (
	"net/url"
	"strings"

	"github.com/grandstand/grandstand/internal/media/ingest"
)

// Reasons why connections end that only this protocol has.
var (
	errPlay      = &ingest.Refusal{Code: "play", Reason: "streams are watched on the site"}
	errNoKey     = &ingest.Refusal{Code: "application", Reason: "the stream id is the stream key, or #!::m=publish,r=<stream key>"}
	errEncrypted = &ingest.Refusal{Code: "encrypted", Reason: "streams are taken without a passphrase"}
)

// standard begins a stream id by SRT's access control guidelines.
const standard = "#!::"

// keyOf reads the stream key out of a stream id: the id itself, as encoders without
// a field for more send it, "publish:<key>" and "live/<key>", as some write it, or by
// the access control guidelines of SRT (docs/features/access-control.md of libsrt) a
// list such as "#!::r=<key>,m=publish".
// Some encoders send it as it is escaped in an address.
func keyOf(id string) (string, error) {
	if plain, err := url.PathUnescape(id); err == nil {
		id = plain
	}
	key := id
	if list, ok := strings.CutPrefix(id, standard); ok {
		key = ""
		for pair := range strings.SplitSeq(list, ",") {
			switch name, value, _ := strings.Cut(pair, "="); {
			case name == "r":
				key = value
			case name == "m" && value != "publish":
				return "", errPlay
			}
		}
	}
	if _, rest, ok := strings.Cut(key, "publish:"); ok {
		key = rest
	}
	key = strings.TrimPrefix(strings.Trim(key, "/"), "live/")
	if key == "" {
		return "", errNoKey
	}
	return key, nil
}
