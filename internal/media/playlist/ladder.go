package playlist

import (
	"strconv"
	"strings"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// Rung is one of the sizes that a film or stream is there in. All have the sound of the
// first.
type Rung struct {
	Name     int // of its folder in addresses; that of the first is not used: it lies above
	Snapshot *segment.Snapshot
}

// What of a live rung has to be there for new players to be told of it: of its newest
// segments, and of a recording.
const (
	offerReach = 8
	offerLive  = 0.75
	offerEnded = 0.9
)

// offered reports whether there is enough of a live stream's rung to be played.
func (r Rung) offered() bool {
	segments, least := r.Snapshot.Segments, offerEnded
	if r.Snapshot.State != segment.Ended {
		segments, least = segments[max(0, len(segments)-offerReach):], offerLive
	}
	var there, all int64
	for _, g := range segments {
		length := g.Pieces[segment.Video].Duration
		all += length
		if !g.Gap {
			there += length
		}
	}
	return there > 0 && float64(there) >= least*float64(all)
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

// Beside lists what a stream or film has besides pictures and sound. A stream has only the language.
type Beside struct {
	Board    bool
	Captions []Caption
	Language string // of the sound, by RFC 5646; empty where it is not known
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
	out = appendAudio(out, main, beside.Language, AudioRewind.FileName())
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
		if g.Gap {
			continue
		}
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
