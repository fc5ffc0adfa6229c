package zone

import (
	"fmt"
	"time"
)

// french are the abbreviations of Canadian zones in French: HN is "heure normale", HA is
// "heure avancée".
var french = map[string]string{
	"EST": "HNE", "EDT": "HAE", "CST": "HNC", "CDT": "HAC", "MST": "HNR", "MDT": "HAR", "PST": "HNP", "PDT": "HAP",
	"AST": "HNA", "ADT": "HAA", "NST": "HNT", "NDT": "HAT", "UTC": "UTC", "GMT": "UTC",
}

// Abbreviation names the zone of t: "EST", in French "HNE". A zone without an abbreviation in
// the language is named by its offset, "UTC−3".
func Abbreviation(language string, t time.Time) string {
	name, offset := t.Zone()
	if language == "fr" {
		if said, ok := french[name]; ok {
			return said
		}
		return offsetName(offset)
	}
	if name == "" || name[0] < 'A' || name[0] > 'Z' {
		return offsetName(offset)
	}
	return name
}

// offsetName writes an offset in seconds: "UTC−3", "UTC+5:30".
func offsetName(offset int) string {
	sign := "+"
	if offset < 0 {
		sign, offset = "−", -offset
	}
	hours, minutes := offset/3600, offset/60%60
	switch {
	case offset == 0:
		return "UTC"
	case minutes == 0:
		return fmt.Sprintf("UTC%s%d", sign, hours)
	}
	return fmt.Sprintf("UTC%s%d:%02d", sign, hours, minutes)
}
