package account

import (
	"cmp"
	"strings"
)

// Agent is what people recognise one of their devices by.
type Agent struct {
	Browser string // "Chrome"; empty when nobody knows
	System  string // "Windows", "iPhone", "Samsung TV"; empty when nobody knows
}

// DeviceKind is the sort of device that a session is used on.
type DeviceKind string

// The kinds of devices.
const (
	Computer DeviceKind = "computer"
	Phone    DeviceKind = "phone"
	Tablet   DeviceKind = "tablet"
	TV       DeviceKind = "tv"
	Unknown  DeviceKind = "unknown"
)

// Kind is the sort of device that the system runs on.
func (a Agent) Kind() DeviceKind {
	for _, s := range systems {
		if s.name == a.System {
			return s.kind
		}
	}
	return Unknown
}

// maxAgent bounds how much of a User-Agent header is read.
const maxAgent = 512

// ReadAgent reads a User-Agent header (RFC 9110, 10.1.5). Versions are left out: they
// change while the device stays.
func ReadAgent(header string) Agent {
	if len(header) > maxAgent {
		header = header[:maxAgent]
	}
	var a Agent
	for _, s := range systems {
		if strings.Contains(header, s.mark) {
			a.System = s.name
			break
		}
	}
	for _, b := range browsers {
		if strings.Contains(header, b.mark) {
			a.Browser = b.name
			break
		}
	}
	return a
}

// name says of what sort a device is in names that every language writes alike: "Samsung
// TV", "Firefox, Windows". Empty when nobody can tell.
func (a Agent) name() string {
	if a.Kind() == TV || a.Browser == "" || a.System == "" {
		return cmp.Or(a.System, a.Browser)
	}
	return a.Browser + ", " + a.System
}

// systems by a word of the header. Those that pretend to be another one come before it.
var systems = [...]struct {
	mark, name string
	kind       DeviceKind
}{
	{"Tizen", "Samsung TV", TV},
	{"Web0S", "LG TV", TV},
	{"webOS.TV", "LG TV", TV},
	{"AppleTV", "Apple TV", TV},
	{"Apple TV", "Apple TV", TV},
	{"Roku", "Roku", TV},
	{"AFT", "Fire TV", TV},
	{"CrKey", "Chromecast", TV},
	{"PlayStation", "PlayStation", TV},
	{"Xbox", "Xbox", TV},
	{"BRAVIA", "Sony TV", TV},
	{"Android TV", "Android TV", TV},
	{"GoogleTV", "Android TV", TV},
	{"Nintendo", "Nintendo", TV},
	{"SMART-TV", "Smart TV", TV},
	{"SmartTV", "Smart TV", TV},
	{"HbbTV", "Smart TV", TV},
	{"iPhone", "iPhone", Phone},
	{"iPad", "iPad", Tablet},
	{"Android", "Android", Phone},
	{"CrOS", "ChromeOS", Computer},
	{"Windows", "Windows", Computer},
	{"Macintosh", "Mac", Computer},
	{"Linux", "Linux", Computer},
}

// browsers by a word of the header. Nearly all claim to be Chrome and Safari as well.
var browsers = [...]struct{ mark, name string }{
	{"Edg/", "Edge"},
	{"EdgA/", "Edge"},
	{"EdgiOS/", "Edge"},
	{"OPR/", "Opera"},
	{"SamsungBrowser/", "Samsung Internet"},
	{"FxiOS/", "Firefox"},
	{"Firefox/", "Firefox"},
	{"CriOS/", "Chrome"},
	{"Chrome/", "Chrome"},
	{"Safari/", "Safari"},
}
