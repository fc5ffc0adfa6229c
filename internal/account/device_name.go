package account

import "strings"

// nameMark is a word of a User-Agent and what has it. The first that fits counts: most
// programs claim to be several others as well.
type nameMark struct{ mark, name string }

// Devices that are named as a whole.
var deviceMarks = []nameMark{
	{"Tizen", "Samsung TV"},
	{"Web0S", "LG TV"},
	{"webOS", "LG TV"},
	{"AFT", "Fire TV"},
	{"Roku", "Roku"},
	{"AppleTV", "Apple TV"},
	{"BRAVIA", "Sony TV"},
	{"PlayStation", "PlayStation"},
	{"Xbox", "Xbox"},
	{"Nintendo", "Nintendo"},
	{"CrKey", "Chromecast"},
	{"Android TV", "Android TV"},
	{"GoogleTV", "Google TV"},
	{"SMART-TV", "Smart TV"},
	{"SmartTV", "Smart TV"},
	{"HbbTV", "Smart TV"},
}

// Browsers and systems, which are named together.
var (
	browserMarks = []nameMark{
		{"Edg", "Edge"},
		{"OPR/", "Opera"},
		{"SamsungBrowser", "Samsung Internet"},
		{"Firefox", "Firefox"},
		{"FxiOS", "Firefox"},
		{"CriOS", "Chrome"},
		{"Chrome", "Chrome"},
		{"Safari", "Safari"},
	}
	systemMarks = []nameMark{
		{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Windows", "Windows"}, {"Macintosh", "Mac"}, {"CrOS", "ChromeOS"}, {"Linux", "Linux"},
	}
)

// deviceName says of what sort a device is by its User-Agent, in names that every
// language writes alike: "Samsung TV", "Firefox, Windows". Empty when nobody can tell.
func deviceName(agent string) string {
	if name := named(deviceMarks, agent); name != "" {
		return name
	}
	browser, system := named(browserMarks, agent), named(systemMarks, agent)
	if browser != "" && system != "" {
		return browser + ", " + system
	}
	return browser + system
}

func named(marks []nameMark, agent string) string {
	for _, m := range marks {
		if strings.Contains(agent, m.mark) {
			return m.name
		}
	}
	return ""
}
