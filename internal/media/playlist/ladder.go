package playlist

import (
	"strconv"
	"strings"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// Rung is one of the sizes that a film is there in. All have the sound of the first.
type Rung struct {
	Name     int // of its folder in addresses; that of the first is not used: it lies above
	Snapshot *segment.Snapshot
}

// Address is where, from the film's own playlist, a file of a rung lies.
func (r Rung) Address(file string) string { return strconv.Itoa(r.Name) + "/" + file }

// ParseRung takes the folder off an address within a film. There is none in the addresses
// of the first rung.
func ParseRung(address string) (name int, file string, ok bool) {
	folder, file, found := strings.Cut(address, "/")
	name, err := strconv.Atoi(folder)
	return name, file, found && err == nil && name > 0 && strconv.Itoa(name) == folder
}

// Beside is what a film has beside its pictures and sound.
type Beside struct {
	Board    bool
	Captions []Caption
}

// boardID names, in a multivariant playlist, where the film's board is (RFC 8216bis,
// 4.4.6.4).
const boardID = "com.grandstand.storyboard"

// Ladder writes the multivariant playlist of a film in several sizes, the one with the
// sound first.
func Ladder(rungs []Rung, beside Beside) []byte {
	sound := rungs[0].Snapshot
	if len(sound.Segments) == 0 {
		return nil
	}
	main := principalRun(sound)
	out := appendHead(nil, sound)
	if beside.Board {
		out = append(out, `#EXT-X-SESSION-DATA:DATA-ID="`+boardID+`",URI="`+BoardFile+`",FORMAT=RAW`+"\n"...)
	}
	out = appendAudio(out, main, AudioRewind.FileName())
	subtitles := ""
	for _, c := range beside.Captions {
		out = append(out, c.rendition()...)
		subtitles = `,SUBTITLES="` + captionGroup + `"`
	}
	for i, r := range rungs {
		if len(r.Snapshot.Segments) == 0 {
			continue
		}
		address := VideoRewind.FileName()
		if i > 0 {
			address = r.Address(address)
		}
		peak, average := bandwidthWith(r.Snapshot, sound)
		out = appendVariant(out, r.Snapshot, principalRun(r.Snapshot), main, peak, average, subtitles)
		out = append(out, address+"\n"...)
	}
	return out
}

// bandwidthWith is that of the pictures of one and the sound of another: segments begin in
// the same places.
func bandwidthWith(s, sound *segment.Snapshot) (peak, average int64) {
	var size, length int64
	for i, g := range s.Segments {
		bytes := g.Pieces[segment.Video].Size
		if i < len(sound.Segments) {
			bytes += sound.Segments[i].Pieces[segment.Audio].Size
		}
		duration := g.Pieces[segment.Video].Duration
		size, length = size+bytes, length+duration
		if duration > segment.Ticks || peak == 0 {
			peak = max(peak, rate(bytes, duration))
		}
	}
	average = rate(size, length)
	return max(peak, average), average
}
