package mpegts

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"testing"

	"github.com/grandstand/grandstand/internal/media/ingest"
)

// Values of the byte with version_number and current_next_indicator.
const (
	version0     = 0xC1
	version1     = 0xC3
	version1Next = 0xC2
)

// table makes one packet with a section of version 0.
func table(pid uint16, id byte, number uint16, sections [2]byte, body ...byte) []byte {
	return versioned(version0, pid, id, number, sections, body...)
}

func versioned(version byte, pid uint16, id byte, number uint16, sections [2]byte, body ...byte) []byte {
	size := 5 + len(body) + 4
	s := append([]byte{id, 0xB0 | byte(size>>8), byte(size), byte(number >> 8), byte(number), version, sections[0], sections[1]}, body...)
	s = binary.BigEndian.AppendUint32(s, checksum(s))
	packet := append([]byte{syncByte, 0x40 | byte(pid>>8), byte(pid), 0x10, 0}, s...)
	return append(packet, bytes.Repeat([]byte{0xFF}, packetSize-len(packet))...)
}

func pat(pids ...uint16) []byte {
	var body []byte
	for i, pid := range pids {
		body = append(body, 0, byte(i+1), 0xE0|byte(pid>>8), byte(pid))
	}
	return table(0, 0, 1, [2]byte{}, body...)
}

// pmt is a program map with tracks of types, whose packet ids count on from the first.
func pmt(pid, number, first uint16, types ...byte) []byte {
	body := []byte{0xE0 | byte(first>>8), byte(first), 0xF0, 0}
	for i, kind := range types {
		track := first + uint16(i)
		body = append(body, kind, 0xE0|byte(track>>8), byte(track), 0xF0, 0)
	}
	return table(pid, 2, number, [2]byte{}, body...)
}

// chosen demuxes packets, and returns the packet ids of the tracks.
func chosen(packets ...[]byte) (video, audio uint16, err error) {
	d := New(noting{&notes{}})
	for _, packet := range packets {
		if _, err = d.Write(context.Background(), packet); err != nil {
			return 0, 0, err
		}
	}
	if d.video != nil {
		video = d.video.pid
	}
	if d.audio != nil {
		audio = d.audio.pid
	}
	return video, audio, nil
}

func TestTheProgramWithPictureAndSound(t *testing.T) {
	const hevc, mp2 = 0x24, 0x03
	stray := bytes.Repeat(append([]byte{syncByte, 0x1F, 0xF0, 0x10}, make([]byte, packetSize-4)...), maxUndecided/packetSize+1)
	both := func(pid, number, first uint16) []byte { return pmt(pid, number, first, typeH264, typeAAC) }
	for name, tt := range map[string]struct {
		packets      [][]byte
		video, audio uint16
	}{
		"one":                         {[][]byte{pat(32), both(32, 1, 256)}, 256, 257},
		"one of a wrong number":       {[][]byte{pat(32), both(32, 7, 256)}, 256, 257},
		"radio first":                 {[][]byte{pat(32, 33), pmt(32, 1, 256, typeAAC), both(33, 2, 512)}, 512, 513},
		"radio first, map last":       {[][]byte{pat(32, 33), both(33, 2, 512), pmt(32, 1, 256, typeAAC)}, 512, 513},
		"data first":                  {[][]byte{pat(32, 33), pmt(32, 1, 256, 0x05), both(33, 2, 512)}, 512, 513},
		"without sound first":         {[][]byte{pat(32, 33), pmt(32, 1, 256, typeH264), both(33, 2, 512)}, 512, 513},
		"HEVC first":                  {[][]byte{pat(32, 33), pmt(32, 1, 256, hevc, typeAAC), both(33, 2, 512)}, 512, 513},
		"other sound first":           {[][]byte{pat(32, 33), pmt(32, 1, 256, typeH264, mp2), both(33, 2, 512)}, 512, 513},
		"the first of equals":         {[][]byte{pat(32, 33), both(33, 2, 512), both(32, 1, 256)}, 256, 257},
		"a picture alone":             {[][]byte{pat(32, 33), pmt(32, 1, 256, typeAAC), pmt(33, 2, 512, typeH264)}, 512, 0},
		"two maps in one packet id":   {[][]byte{pat(32, 32), pmt(32, 1, 256, typeAAC), both(32, 2, 512)}, 512, 513},
		"a map that never comes":      {[][]byte{pat(32, 33), both(33, 2, 512), stray}, 512, 513},
		"a table of two sections":     {[][]byte{table(0, 0, 1, [2]byte{0, 1}, 0, 1, 0xE0, 32), table(0, 0, 1, [2]byte{1, 1}, 0, 2, 0xE0, 33), pmt(32, 1, 256, typeAAC), both(33, 2, 512)}, 512, 513},
		"another program later":       {[][]byte{pat(32), both(32, 1, 256), pat(32, 33), both(33, 2, 512)}, 256, 257},
		"the program is gone":         {[][]byte{pat(32), both(32, 1, 256), pat(40), both(40, 1, 512)}, 512, 513},
		"its tracks move":             {[][]byte{pat(32, 33), both(32, 1, 256), both(33, 2, 512), both(32, 1, 300)}, 300, 301},
		"only radio":                  {[][]byte{pat(32), pmt(32, 1, 256, typeAAC)}, 0, 256},
		"the network's own programme": {[][]byte{table(0, 0, 1, [2]byte{}, 0, 0, 0xE0, 16, 0, 1, 0xE0, 32), both(32, 1, 256)}, 256, 257},
	} {
		video, audio, err := chosen(tt.packets...)
		if err != nil || video != tt.video || audio != tt.audio {
			t.Errorf("%s: %d, %d, %v", name, video, audio, err)
		}
	}
	if _, _, err := chosen(pat(32, 33), pmt(32, 1, 256, typeAAC), pmt(33, 2, 512, hevc, typeAAC)); !errors.Is(err, ingest.ErrCodec) {
		t.Errorf("of radio and HEVC: %v", err)
	}
	if _, _, err := chosen(pat(32, 33), stray); !errors.Is(err, ErrNotTS) {
		t.Errorf("without maps: %v", err)
	}
}

// A lost section of the association table removes no program, and sections of two versions make no table.
func TestATableIsReadWhole(t *testing.T) {
	both := func(pid, number, first uint16) []byte { return pmt(pid, number, first, typeH264, typeAAC) }
	radio := pmt(33, 2, 512, typeAAC)
	part := func(version, section byte, number, pid byte) []byte {
		return versioned(version, 0, 0, 1, [2]byte{section, 1}, 0, number, 0xE0, pid)
	}
	first, second := part(version0, 0, 1, 32), part(version0, 1, 2, 33)
	for name, tt := range map[string]struct {
		packets      [][]byte
		video, audio uint16
	}{
		"first section lost at the start":   {[][]byte{second, radio}, 0, 0},
		"first section lost later":          {[][]byte{first, second, both(32, 1, 256), radio, second, second, radio}, 256, 257},
		"second section lost later":         {[][]byte{first, second, pmt(32, 1, 256, typeAAC), both(33, 2, 512), first, first, pmt(32, 1, 256, typeAAC)}, 512, 513},
		"second section first":              {[][]byte{second, both(33, 2, 512), first, both(32, 1, 256), both(33, 2, 512)}, 256, 257},
		"sections of two versions":          {[][]byte{first, part(version1, 1, 2, 33), both(32, 1, 256), both(33, 2, 512)}, 0, 0},
		"a new version of the table":        {[][]byte{first, second, both(32, 1, 256), radio, part(version1, 0, 1, 40), part(version1, 1, 2, 33), both(40, 1, 768)}, 768, 769},
		"a section number beyond the last":  {[][]byte{versioned(version0, 0, 0, 1, [2]byte{2, 1}, 0, 1, 0xE0, 32), both(32, 1, 256)}, 0, 0},
		"an association table for later":    {[][]byte{pat(32), both(32, 1, 256), versioned(version1Next, 0, 0, 1, [2]byte{}, 0, 1, 0xE0, 40), both(40, 1, 512)}, 256, 257},
		"a map for later":                   {[][]byte{pat(32), both(32, 1, 256), versioned(version1Next, 32, 2, 1, [2]byte{}, 0xE1, 0, 0xF0, 0, typeH264, 0xE1, 44, 0xF0, 0)}, 256, 257},
		"a table for later, then the table": {[][]byte{versioned(version1Next, 0, 0, 1, [2]byte{}, 0, 1, 0xE0, 40), pat(32), both(32, 1, 256)}, 256, 257},
	} {
		video, audio, err := chosen(tt.packets...)
		if err != nil || video != tt.video || audio != tt.audio {
			t.Errorf("%s: %d, %d, %v", name, video, audio, err)
		}
	}
}
