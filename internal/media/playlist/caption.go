package playlist

import (
	"fmt"
	"time"
)

// Caption is what is said in a film, in one language.
type Caption struct {
	Language string // by RFC 5646
	Label    string // as viewers choose it
}

const captionGroup = "captions"

// File is the address of the caption's own playlist.
func (c Caption) File() string { return "captions-" + c.Language + ".m3u8" }

// rendition names the caption in the film's playlist (RFC 8216bis, 4.4.6.1).
func (c Caption) rendition() string {
	return fmt.Sprintf("#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=%q,NAME=\"%s\",LANGUAGE=\"%s\",DEFAULT=NO,AUTOSELECT=NO,FORCED=NO,URI=\"%s\"\n",
		captionGroup, c.Label, c.Language, c.File())
}

// CaptionMedia writes the playlist of a caption, all of which is in one file.
func CaptionMedia(file string, length time.Duration) []byte {
	seconds := length.Seconds()
	return fmt.Appendf(nil, "#EXTM3U\n#EXT-X-VERSION:%d\n#EXT-X-TARGETDURATION:%d\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:%.3f,\n%s\n#EXT-X-ENDLIST\n",
		versionOnDemand, int(seconds)+1, seconds, file)
}
