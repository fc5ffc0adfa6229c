package archtest

import (
	"fmt"
	"slices"
	"strings"
)

// layer is a storey of the house. A package belongs to exactly one, by its path.
type layer string

const (
	layerCommand   layer = "command"   // cmd/…: flags in, app.Run out
	layerApp       layer = "app"       // the wiring, the only one that knows everybody
	layerEdge      layer = "edge"      // HTTP: status codes and JSON shapes
	layerDomain    layer = "domain"    // one business subject each
	layerMachinery layer = "machinery" // below media: samples, segments, playlists; knows no domain
	layerPlatform  layer = "platform"  // SQL, bytes, jobs, errors, time
	layerConfig    layer = "config"    // one struct of settings
	layerAsset     layer = "asset"     // embedded files
	layerSimulator layer = "simulator" // a foreign service played by us; knows nothing of ours
	layerOutside   layer = "outside"   // tests, benchmarks and checks: look at the house from outside
)

// storeys maps a path below the module to its layer; the longest matching prefix wins.
var storeys = map[string]layer{
	"cmd":                        layerCommand,
	"internal/app":               layerApp,
	"internal/api":               layerEdge,
	"internal/site":              layerEdge,
	"internal/feed":              layerEdge,
	"internal/demo":              layerApp,
	"internal/pack":              layerApp,
	"internal/channel":           layerDomain,
	"internal/account":           layerDomain,
	"internal/catalog":           layerDomain,
	"internal/commerce":          layerDomain,
	"internal/clip":              layerDomain,
	"internal/lease":             layerDomain,
	"internal/position":          layerDomain,
	"internal/media":             layerDomain,
	"internal/picture":           layerDomain,
	"internal/vod":               layerDomain,
	"internal/favourite":         layerDomain,
	"internal/reminder":          layerDomain,
	"internal/ads":               layerDomain,
	"internal/geo":               layerDomain,
	"internal/analytics":         layerDomain,
	"internal/media/ingest":      layerMachinery,
	"internal/media/segment":     layerMachinery,
	"internal/media/caption":     layerMachinery,
	"internal/media/playlist":    layerMachinery,
	"internal/media/progressive": layerMachinery,
	"internal/media/transcode":   layerMachinery,
	"internal/jobs":              layerPlatform,
	"internal/db":                layerPlatform,
	"internal/blob":              layerPlatform,
	"internal/backup":            layerPlatform,
	"internal/mail":              layerPlatform,
	"internal/letter":            layerPlatform,
	"internal/report":            layerPlatform,
	"internal/passwordhash":      layerPlatform,
	"internal/outbound":          layerPlatform,
	"internal/push":              layerDomain,
	"internal/captcha":           layerPlatform,
	"internal/clickhouse":        layerPlatform,
	"internal/payment":           layerPlatform,
	"internal/social":            layerPlatform,
	"internal/fault":             layerPlatform,
	"internal/actor":             layerPlatform,
	"internal/clock":             layerPlatform,
	"internal/tax":               layerPlatform,
	"internal/text":              layerPlatform,
	"internal/word":              layerPlatform,
	"internal/charset":           layerPlatform,
	"internal/zone":              layerPlatform,
	"internal/schedule":          layerPlatform,
	"internal/throttle":          layerPlatform,
	"internal/netaddr":           layerPlatform,
	"internal/fairqueue":         layerPlatform,
	"internal/passkey":           layerPlatform,
	"internal/revision":          layerPlatform,
	"internal/sandbox":           layerPlatform,
	"internal/seal":              layerPlatform,
	"internal/livefeed":          layerPlatform,
	"internal/cache":             layerPlatform,
	"internal/squeeze":           layerPlatform,
	"internal/config":            layerConfig,
	"internal/stripesim":         layerSimulator,
	"web":                        layerAsset,
	"demo":                       layerAsset,
	"internal/archtest":          layerOutside,
	"test":                       layerOutside,
	"bench":                      layerOutside,
}

// below lists what each layer may import of ours. A domain may always import packages of its own subtree.
var below = map[layer][]layer{
	layerCommand:   {layerApp, layerConfig, layerPlatform},
	layerApp:       {layerApp, layerEdge, layerDomain, layerMachinery, layerPlatform, layerConfig, layerAsset, layerSimulator},
	layerEdge:      {layerDomain, layerPlatform, layerAsset},
	layerDomain:    {layerPlatform},
	layerMachinery: {layerMachinery},
	layerPlatform:  {layerPlatform},
	layerConfig:    {},
	layerAsset:     {},
	layerSimulator: {},
	layerOutside:   {layerPlatform, layerConfig, layerMachinery, layerOutside},
}

// machineryMay lists the only packages of the platform that the media machinery may use.
var machineryMay = []string{"internal/blob", "internal/charset", "internal/clock", "internal/sandbox", "internal/squeeze"}

// storeyOf gives a package's layer and the prefix that decided it ("internal/media").
func storeyOf(pkg string) (layer, string) {
	for prefix := pkg; prefix != ""; prefix = parent(prefix) {
		if l, ok := storeys[prefix]; ok {
			return l, prefix
		}
	}
	return "", ""
}

func parent(path string) string {
	i := strings.LastIndexByte(path, '/')
	if i < 0 {
		return ""
	}
	return path[:i]
}

// judge says why from may not import to, or "" when it may. Both are paths below the module.
func judge(from, to string) string {
	fromLayer, fromStorey := storeyOf(from)
	toLayer, toStorey := storeyOf(to)
	switch {
	case fromLayer == "":
		return fmt.Sprintf("%s is in no layer: give it one in archtest/layer.go", from)
	case toLayer == "":
		return fmt.Sprintf("%s is in no layer: give it one in archtest/layer.go", to)
	case fromStorey == toStorey:
		return ""
	case fromLayer == layerMachinery && slices.Contains(machineryMay, to):
		return ""
	case fromStorey == "internal/media" && toLayer == layerMachinery:
		return ""
	case slices.Contains(below[fromLayer], toLayer):
		return ""
	}
	return fmt.Sprintf("%s (%s) imports %s (%s)", from, fromLayer, to, toLayer)
}
