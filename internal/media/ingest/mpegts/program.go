package mpegts

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/grandstand/grandstand/internal/media/ingest"
)

// maxPrograms is the largest number of programs that the demuxer considers.
const maxPrograms = 64

// maxUndecided is how many bytes may arrive before the demuxer chooses without the missing maps.
const maxUndecided = 512 << 10

// programs holds the programs of a transport stream (2.4.4.3). The demuxer records the first program with video and
// audio, because a program can be audio-only or announced but never sent.
type programs struct {
	table    patSections
	list     []*programEntry
	sections map[uint16]*section // of program maps, by packet id
	chosen   *programEntry
}

// programEntry is a program of the association table.
type programEntry struct {
	number, pid uint16
	last        []byte // section of its map
	program     program
}

// readPAT replaces the list of programs when the association table is complete (2.4.4.3).
func (d *Demuxer) readPAT(s []byte) error {
	if s[0] != 0 {
		return nil
	}
	p := &d.programs
	var list []*programEntry
	for entries := p.table.add(s); len(entries) >= patEntry && len(list) < maxPrograms; entries = entries[patEntry:] {
		l := &programEntry{number: binary.BigEndian.Uint16(entries), pid: binary.BigEndian.Uint16(entries[2:]) & 0x1FFF}
		if l.number != 0 { // Number 0 is the network PID.
			list = append(list, p.existingOr(l))
		}
	}
	if len(list) == 0 {
		return nil
	}
	p.list = list
	sections := map[uint16]*section{}
	for _, l := range p.list {
		if sections[l.pid] = p.sections[l.pid]; sections[l.pid] == nil {
			sections[l.pid] = &section{}
		}
	}
	p.sections = sections
	if !slices.Contains(p.list, p.chosen) {
		p.chosen = nil
	}
	return d.chooseProgram(false)
}

// existingOr returns the listed program with the same number and PID, or l.
func (p *programs) existingOr(l *programEntry) *programEntry {
	for _, old := range p.list {
		if old.number == l.number && old.pid == l.pid {
			return old
		}
	}
	return l
}

// readPMT reads the tracks of a program (2.4.4.8).
func (d *Demuxer) readPMT(pid uint16, s []byte) error {
	if s[0] != 2 {
		return nil
	}
	l := d.programs.findByPMT(pid, uint16(s[3])<<8|uint16(s[4]))
	if l == nil || bytes.Equal(s, l.last) {
		return nil
	}
	program, ok := readProgram(s)
	if !ok {
		return nil
	}
	if len(l.last) == 0 {
		d.garbage = 0
	}
	l.last, l.program = bytes.Clone(s), program
	if l == d.programs.chosen {
		return d.selectTracks(program)
	}
	return d.chooseProgram(false)
}

// findByPMT returns the program of a map, or nil. The number of an only program may be wrong.
func (p *programs) findByPMT(pid, number uint16) *programEntry {
	for _, l := range p.list {
		if l.pid == pid && (l.number == number || len(p.list) == 1) {
			return l
		}
	}
	return nil
}

// mappedAny reports whether the stream has sent the map of a program.
func (p *programs) mappedAny() bool {
	return slices.ContainsFunc(p.list, func(l *programEntry) bool { return l.last != nil })
}

// chooseProgram chooses a program when all maps are known. With force, unknown maps do not delay the choice.
func (d *Demuxer) chooseProgram(force bool) error {
	p := &d.programs
	if p.chosen != nil {
		return nil
	}
	var best *programEntry
	for _, l := range p.list {
		switch {
		case l.last == nil && !force:
			return nil
		case l.last != nil && (best == nil || l.program.rank() > best.program.rank()):
			best = l
		}
	}
	if best == nil {
		return nil
	}
	p.chosen = best
	return d.selectTracks(best.program)
}

// rank orders programs from best to worst: H.264 with AAC, H.264 alone, H.264 with unsupported audio, unsupported
// video, no video.
func (p program) rank() int {
	switch {
	case p.hasVideo && p.hasAudio:
		return 4
	case p.hasVideo && p.otherAudio == "":
		return 3
	case p.hasVideo:
		return 2
	case p.otherVideo != "":
		return 1
	}
	return 0
}

// selectTracks selects the tracks of the chosen program.
func (d *Demuxer) selectTracks(p program) error {
	switch {
	case !p.hasVideo && p.otherVideo != "":
		return fmt.Errorf("video is %s, not H.264: %w", p.otherVideo, ingest.ErrCodec)
	case !p.hasAudio && p.otherAudio != "":
		return fmt.Errorf("audio is %s, not AAC: %w", p.otherAudio, ingest.ErrCodec)
	}
	d.video = reuseTrack(d.video, p.video, p.hasVideo, maxVideo)
	d.audio = reuseTrack(d.audio, p.audio, p.hasAudio, maxAudio)
	d.garbage = 0
	return nil
}

// reuseTrack returns e if its PID is unchanged, else a new track, or nil without a track.
func reuseTrack(e *elementary, pid uint16, exists bool, limit int) *elementary {
	switch {
	case !exists:
		return nil
	case e != nil && e.pid == pid:
		return e
	}
	return &elementary{pid: pid, limit: limit}
}

// Stream types (table 2-34, and ATSC A/53 for 0x81 and 0x87).
const (
	typeAAC     = 0x0F
	typeH264    = 0x1B
	typePrivate = 0x06
)

// unsupportedCodec names the codec of an unsupported stream type.
func unsupportedCodec(kind byte) (name string, video bool) {
	switch kind {
	case 0x01, 0x02:
		return "MPEG-2", true
	case 0x10:
		return "MPEG-4 part 2", true
	case 0x24:
		return "HEVC (H.265)", true
	case 0x33:
		return "VVC (H.266)", true
	case 0x03, 0x04:
		return "MPEG audio", false
	case 0x11:
		return "AAC in LATM", false
	case 0x81:
		return "AC-3", false
	case 0x87:
		return "E-AC-3", false
	}
	return "", false
}

// privateSound names the audio codec of a private stream from its descriptors (ETSI EN 300
// 468, annex D; "Opus" is registered as a format identifier).
func privateSound(descriptors []byte) string {
	for len(descriptors) >= 2 && len(descriptors) >= 2+int(descriptors[1]) {
		body := descriptors[2 : 2+int(descriptors[1])]
		switch {
		case descriptors[0] == 0x05 && bytes.HasPrefix(body, []byte("Opus")):
			return "Opus"
		case descriptors[0] == 0x6A:
			return "AC-3"
		case descriptors[0] == 0x7A:
			return "E-AC-3"
		}
		descriptors = descriptors[2+len(body):]
	}
	return ""
}

// program is the content of a map: the first supported track of each kind, and the codecs
// that are not supported.
type program struct {
	video, audio           uint16
	hasVideo, hasAudio     bool
	otherVideo, otherAudio string
}

func readProgram(s []byte) (p program, ok bool) {
	entries := s[:len(s)-4]
	if skip := 12 + int(s[10]&0x0F)<<8 + int(s[11]); skip <= len(entries) {
		entries = entries[skip:]
	} else {
		return p, false
	}
	for len(entries) >= 5 {
		size := 5 + int(entries[3]&0x0F)<<8 + int(entries[4])
		if size > len(entries) {
			return p, false
		}
		p.enter(entries[0], uint16(entries[1]&0x1F)<<8|uint16(entries[2]), entries[5:size])
		entries = entries[size:]
	}
	return p, true
}

func (p *program) enter(kind byte, pid uint16, descriptors []byte) {
	switch {
	case kind == typeH264 && !p.hasVideo:
		p.video, p.hasVideo = pid, true
	case kind == typeAAC && !p.hasAudio:
		p.audio, p.hasAudio = pid, true
	case kind == typePrivate:
		if name := privateSound(descriptors); name != "" {
			p.otherAudio = name
		}
	default:
		switch name, video := unsupportedCodec(kind); {
		case name == "":
		case video:
			p.otherVideo = name
		default:
			p.otherAudio = name
		}
	}
}
