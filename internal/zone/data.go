package zone

import (
	"bufio"
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// embedded is the release of the time zone database that this program carries (time/tzdata of
// the Go release in go.mod). A test compares both.
const embedded = "2025c"

// Data is the time zone database that the program uses.
type Data struct {
	Version string // of the IANA release, such as 2025c; "unknown" where the files do not say it
	Source  string // the file or folder, or "embedded"
}

// systemFolders are the folders that package time searches on Unix, in its order.
func systemFolders() []string {
	return []string{"/usr/share/zoneinfo", "/usr/share/lib/zoneinfo", "/usr/lib/locale/TZ", "/etc/zoneinfo"}
}

// CurrentData finds the database as package time does: the environment variable ZONEINFO,
// the system, the copy in this program.
func CurrentData() Data { return findData(os.Getenv("ZONEINFO"), systemFolders()) }

func findData(named string, folders []string) Data {
	for _, place := range append([]string{named}, folders...) {
		if place == "" {
			continue
		}
		info, err := os.Stat(place) //nolint:gosec // a folder of the system or of ZONEINFO
		switch {
		case err != nil:
		case !info.IsDir(): // a zip file, which names no release
			return Data{Version: "unknown", Source: place}
		default:
			if _, err := os.Stat(filepath.Join(place, "America", "Toronto")); err == nil { //nolint:gosec // as above
				return Data{Version: cmp.Or(folderVersion(place), "unknown"), Source: place}
			}
		}
	}
	return Data{Version: embedded, Source: "embedded"}
}

var release = regexp.MustCompile(`\b(20[0-9]{2})[a-z]{1,2}\b`)

// folderVersion reads the release from the files that distributions install with the zones.
func folderVersion(folder string) string {
	for _, name := range []string{"tzdata.zi", "+VERSION"} {
		file, err := os.Open(filepath.Join(folder, name)) //nolint:gosec // a folder of the system or of ZONEINFO
		if err != nil {
			continue
		}
		line, _ := bufio.NewReader(file).ReadString('\n')
		_ = file.Close()
		if found := release.FindString(line); found != "" {
			return found
		}
	}
	return ""
}

// IsOld reports whether the release is from an earlier year than now, or not known. Governments
// change zones every year.
func (d Data) IsOld(now time.Time) bool {
	found := release.FindStringSubmatch(d.Version)
	if found == nil {
		return true
	}
	year, err := strconv.Atoi(found[1])
	return err != nil || year < now.Year()
}

func (d Data) String() string { return strings.TrimSpace(d.Version + " (" + d.Source + ")") }
