package mpegts

import (
	"bytes"
	"encoding/binary"
)

// maxSection is the length of the longest section of a PAT or PMT (2.4.4.3, 2.4.4.8).
const maxSection = 1024

// section collects the sections of one table from packets.
type section struct {
	buffer []byte
	open   bool
}

// add adds the payload of a packet and passes each complete, valid and current section to read.
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
		if s.buffer[0] == 0xFF || size > maxSection { // stuffing, or another table
			s.open = false
			break
		}
		if len(s.buffer) < size {
			return nil
		}
		if whole := s.buffer[:size]; size >= 12 && isCurrent(whole) && checksum(whole) == 0 {
			if err := read(whole); err != nil {
				return err
			}
		}
		s.buffer = s.buffer[:copy(s.buffer, s.buffer[size:])]
	}
	return nil
}

// isCurrent reports whether the table applies now (current_next_indicator, 2.4.4.5). Encoders announce a table before
// the table applies.
func isCurrent(section []byte) bool { return section[5]&1 == 1 }

// patEntry is the length of a program in the association table: its number and its PID.
const patEntry = 4

// patSections collects the sections of one version of the association table (2.4.4.3).
type patSections struct {
	stream        uint16
	version, last byte
	entries       map[byte][]byte // by section number; nil after a complete table
}

// add adds a section. It returns the entries of the whole table, or nil while a section is missing. A table of more
// than maxPrograms sections is ignored.
func (p *patSections) add(s []byte) []byte {
	stream, version, number, last := binary.BigEndian.Uint16(s[3:]), s[5]>>1&0x1F, s[6], s[7]
	if number > last || last >= maxPrograms {
		return nil
	}
	if p.entries == nil || stream != p.stream || version != p.version || last != p.last {
		*p = patSections{stream: stream, version: version, last: last, entries: map[byte][]byte{}}
	}
	body := s[8 : len(s)-4]
	p.entries[number] = bytes.Clone(body[:len(body)/patEntry*patEntry])
	if len(p.entries) <= int(last) {
		return nil
	}
	var all []byte
	for n := range int(last) + 1 {
		all = append(all, p.entries[byte(n)]...)
	}
	p.entries = nil
	return all
}

// checksum returns the CRC of annex A. It is 0 for a section that includes its CRC.
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
