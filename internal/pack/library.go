package pack

import (
	"cmp"
	"slices"
	"strings"
)

// Library is library.yaml: the videos that can be watched at any time.
type Library struct {
	// Categories are the shelves of the library.
	// Values: up to 200.
	Categories []VideoCategory `yaml:"categories,omitempty"`
	// Videos are the titles. A video that the file had and no longer names leaves the library.
	// Values: up to 10000.
	Videos []Video `yaml:"videos,omitempty"`
	// Rails are titled rows of videos.
	// Values: up to 100.
	Rails []Rail `yaml:"rails,omitempty"`
}

// VideoCategory is a shelf of the library.
type VideoCategory struct {
	// Alias is the name in addresses.
	// Required.
	Alias string `yaml:"alias"`
	// Title is the name of the shelf.
	// Values: up to 200 characters.
	// Required.
	Title Words `yaml:"title"`
}

// Video is one title of the library.
type Video struct {
	// Alias is the name in rails, and in the commands of vod.
	// Required.
	Alias string `yaml:"alias"`
	// Category is the shelf.
	// Values: an alias of the library's categories.
	// Required.
	Category string `yaml:"category"`
	// Access is who can watch: free everyone, register every user, paid people whose purchase includes vod_media.
	// Default: free.
	Access string `yaml:"access"`
	// Title is the title.
	// Values: up to 200 characters.
	// Required.
	Title Words `yaml:"title"`
	// Description is a text below the player.
	// Values: up to 50,000 characters.
	Description Rich `yaml:"description,omitempty"`
	// Date is the day of the video. Lists begin with the newest.
	// Values: a moment.
	// Required.
	Date string `yaml:"date"`
	// Image is the picture of cards, 16:9.
	// Default: a picture of the video.
	Image File `yaml:"image,omitempty"`
	// Preview is the wide picture at the top of the video's page.
	Preview File `yaml:"preview,omitempty"`
	// Media are what the video plays, in this order.
	// Values: 1 to 100.
	// Required.
	Media []Part `yaml:"media"`
}

// Part is one part of a video: a film, or the recording of a game. It has one of the two.
type Part struct {
	// Alias is the name within the video.
	// Required.
	Alias string `yaml:"alias"`
	// Title is the title of the part. Each part of several needs one.
	// Values: up to 200 characters.
	Title Words `yaml:"title,omitempty"`
	// Film is the file that it plays: MP4 with H.264 and AAC, up to 4 GiB, with a key frame at least every 12 s.
	Film Film `yaml:"film,omitempty"`
	// Loops is how often the film is played in a row.
	// Values: 1 to 1000.
	// Default: 1.
	Loops int `yaml:"loops,omitempty"`
	// Event is the game whose recording it plays.
	// Values: the game's "id" in schedule.csv, or id:<number>.
	Event string `yaml:"event,omitempty"`
	// DurationS is the length, in seconds, that lists show for a game's recording.
	// Values: up to 360000, which is 100 hours.
	// Default: the length of the recording.
	DurationS int64 `yaml:"duration_s,omitempty"`
}

// Film is a video: in files an MP4 file below the pack's folder, in a State what it is
// made of, "sha256:<hex>".
type Film string

// shown is a film in a few characters.
func (f Film) shown() string {
	const enough = len("sha256:") + 8
	return "film " + string(f[min(len(f), len("sha256:")):min(len(f), enough)])
}

// source names a part's film as the media store does.
func (p Part) source() string {
	if p.Film == "" {
		return ""
	}
	return string(p.Film) + rounds(p.Loops)
}

// Rail is a titled row of videos.
type Rail struct {
	// Alias is the name of the row.
	// Required.
	Alias string `yaml:"alias"`
	// Title is the heading of the row.
	// Values: up to 200 characters.
	// Required.
	Title Words `yaml:"title"`
	// Videos are the videos of the row, in this order.
	// Values: up to 200 aliases of videos.
	Videos []string `yaml:"videos,flow"`
}

// normalize brings what can be written in several ways into the one that the database
// gives back.
func (l *Library) normalize() {
	for i := range l.Videos {
		v := &l.Videos[i]
		v.Access = cmp.Or(v.Access, "free")
		for m := range v.Media {
			if v.Media[m].Loops == 1 {
				v.Media[m].Loops = 0
			}
		}
	}
}

// sort puts videos, which have no order but that of their dates, by their aliases.
func (l *Library) sort() {
	slices.SortStableFunc(l.Videos, func(a, b Video) int { return strings.Compare(a.Alias, b.Alias) })
}
