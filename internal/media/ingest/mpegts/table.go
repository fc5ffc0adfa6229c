package mpegts

import (
	"bytes"
	"fmt"

	"github.com/grandstand/grandstand/internal/media/ingest"
)

// maxSection is the length of the longest section of a PAT or PMT (2.4.4.3, 2.4.4.8).
const maxSection = 1024

// section collects the sections of one table from packets.
type section struct {
	buffer []byte
	open   bool
}

// add takes a packet's payload and hands every whole and sound section to read.
func (s *section) add(payload []byte, begins bool, read func(section []byte) error) error {
	if !begins {
		if !s.open {
			return nil
		}
		s.buffer = append(s.buffer, payload...)
		return s.drain(read)
	}
	pointer := int(payload[0])
	if pointer >= len(payload) {
		s.open = false
		return nil
	}
	if s.open {
		s.buffer = append(s.buffer, payload[1:1+pointer]...)
		if err := s.drain(read); err != nil {
			return err
		}
	}
	s.buffer, s.open = append(s.buffer[:0], payload[1+pointer:]...), true
	return s.drain(read)
}

func (s *section) drain(read func([]byte) error) error {
	for s.open && len(s.buffer) >= 3 {
		size := 3 + int(s.buffer[1]&0x0F)<<8 + int(s.buffer[2])
		if s.buffer[0] == 0xFF || size > maxSection { // stuffing, or nothing that is read here
			s.open = false
			break
		}
		if len(s.buffer) < size {
			return nil
		}
		if whole := s.buffer[:size]; size >= 12 && checksum(whole) == 0 {
			if err := read(whole); err != nil {
				return err
			}
		}
		s.buffer = s.buffer[:copy(s.buffer, s.buffer[size:])]
	}
	return nil
}

// checksum is the CRC of annex A, which is 0 over a section with its own.
func checksum(b []byte) uint32 {
	crc := uint32(0xFFFFFFFF)
	for _, c := range b {
		crc ^= uint32(c) << 24
		for range 8 {
			top := crc & (1 << 31)
			crc <<= 1
			if top != 0 {
				crc ^= 0x04C11DB7
			}
		}
	}
	return crc
}

// readPAT takes the first program of the stream (2.4.4.3).
func (d *Demuxer) readPAT(s []byte) error {
	if s[0] != 0 {
		return nil
	}
	for entries := s[8 : len(s)-4]; len(entries) >= 4; entries = entries[4:] {
		if entries[0] == 0 && entries[1] == 0 { // the network's own
			continue
		}
		pid := uint16(entries[2]&0x1F)<<8 | uint16(entries[3])
		if !d.hasProgram || pid != d.pmtPID {
			d.pmtPID, d.hasProgram, d.pmt, d.lastPMT = pid, true, section{}, nil
		}
		return nil
	}
	return nil
}

// Stream types (table 2-34, and ATSC A/53 for 0x81 and 0x87).
const (
	typeAAC     = 0x0F
	typeH264    = 0x1B
	typePrivate = 0x06
)

// refused names what cannot be taken, by stream type.
func refused(kind byte) (name string, video bool) {
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

// privateSound names the sound in a private stream, by its descriptors (ETSI EN 300
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

// program is what a map says: the first track of a kind that can be taken, and the
// name of what cannot.
type program struct {
	video, audio           uint16
	hasVideo, hasAudio     bool
	otherVideo, otherAudio string
}

// readPMT takes the tracks of the program (2.4.4.8).
func (d *Demuxer) readPMT(s []byte) error {
	if s[0] != 2 || bytes.Equal(s, d.lastPMT) {
		return nil
	}
	p, ok := readProgram(s)
	if !ok {
		return nil
	}
	switch {
	case !p.hasVideo && p.otherVideo != "":
		return fmt.Errorf("video is %s, not H.264: %w", p.otherVideo, ingest.ErrCodec)
	case !p.hasAudio && p.otherAudio != "":
		return fmt.Errorf("audio is %s, not AAC: %w", p.otherAudio, ingest.ErrCodec)
	}
	d.lastPMT = bytes.Clone(s)
	d.video = retune(d.video, p.video, p.hasVideo, maxVideo)
	d.audio = retune(d.audio, p.audio, p.hasAudio, maxAudio)
	d.garbage = 0
	return nil
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
		switch name, video := refused(kind); {
		case name == "":
		case video:
			p.otherVideo = name
		default:
			p.otherAudio = name
		}
	}
}

// retune keeps a track that stays where it is.
func retune(e *elementary, pid uint16, there bool, limit int) *elementary {
	switch {
	case !there:
		return nil
	case e != nil && e.pid == pid:
		return e
	}
	return &elementary{pid: pid, limit: limit}
}
