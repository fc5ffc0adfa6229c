package srt

import (
	"cmp"
	"strings"

	"github.com/grandstand/grandstand/internal/media/ingest"
)

// Reasons why connections end that only this protocol has.
var (
	errPlay      = &ingest.Refusal{Code: "play", Reason: "streams can only be watched on the site"}
	errNoKey     = &ingest.Refusal{Code: "application", Reason: "write the stream id as the stream key, or as #!::m=publish,r=<stream key>"}
	errEncrypted = &ingest.Refusal{Code: "encrypted", Reason: "passphrases are not supported: remove the passphrase"}
)

// standard begins a stream id by SRT's access control guidelines.
const standard = "#!::"

// keyOf reads the stream key out of a stream id: the id itself, as encoders without
// a field for more send it, "publish:<key>", or by the access control guidelines of SRT
// (docs/features/access-control.md of libsrt) a list such as "#!::r=<key>,m=publish".
// Blackmagic's encoders put the key into the user name of such a list:
// "#!::bmd_uuid=…,bmd_name=…,u=<key>". A whole address has the stream id in its query.
func keyOf(id string) (string, error) {
	id = ingest.Normalize(id)
	if _, inner, whole := strings.Cut(id, "streamid="); whole && strings.HasPrefix(id, "srt://") {
		id, _, _ = strings.Cut(inner, "&")
	}
	if list, ok := strings.CutPrefix(id, standard); ok {
		values := valuesOf(list)
		if mode := values["m"]; mode != "" && mode != "publish" && mode != "bidirectional" {
			return "", errPlay
		}
		id = cmp.Or(values["r"], values["u"])
	}
	if _, rest, ok := strings.Cut(id, "publish:"); ok {
		id = rest
	}
	key, ok := ingest.StreamKey(id)
	if !ok {
		return "", errNoKey
	}
	return key, nil
}

// valuesOf reads a list of names and values.
func valuesOf(list string) map[string]string {
	values := map[string]string{}
	for pair := range strings.SplitSeq(list, ",") {
		name, value, _ := strings.Cut(pair, "=")
		values[strings.ToLower(strings.TrimSpace(name))] = strings.TrimSpace(value)
	}
	return values
}
