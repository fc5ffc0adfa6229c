package picture

import (
	"bytes"
	"encoding/binary"
)

// Markers of a JPEG file (ITU-T T.81, B.1.1.3).
const (
	markerEnd     = 0xd9
	markerScan    = 0xda
	markerJFIF    = 0xe0
	markerExif    = 0xe1
	markerICC     = 0xe2
	markerAdobe   = 0xee // how colours are to be understood
	markerLastApp = 0xef
	markerComment = 0xfe
)

// withoutNotes takes out of a JPEG what cameras and programs wrote beside the picture,
// such as where it was taken and a smaller picture of what was cut off: an upload is
// public. Colours and which way up it is stay. The same bytes give the same bytes.
func withoutNotes(content []byte) []byte {
	if !bytes.HasPrefix(content, []byte{0xff, 0xd8}) {
		return content
	}
	out := append(make([]byte, 0, len(content)), content[:2]...)
	if up := orientation(content); up != upAsIs {
		out = append(out, exifOf(up)...)
	}
	for i := 2; i+4 <= len(content); {
		marker, length := content[i+1], int(binary.BigEndian.Uint16(content[i+2:]))
		switch {
		case content[i] != 0xff || marker != markerEnd && marker != 0xff && (length < 2 || i+2+length > len(content)):
			return append(out, content[i:]...) // torn: whoever decodes it says so
		case marker == 0xff: // padding
			i++
			continue
		case marker == markerEnd:
			return append(out, content[i:i+2]...)
		}
		end := i + 2 + length
		if marker == markerScan {
			end = nextMarker(content, end)
		}
		if segment := content[i:end]; !isNote(marker, segment) {
			out = append(out, segment...)
		}
		i = end
	}
	return append(out, 0xff, markerEnd)
}

func isNote(marker byte, segment []byte) bool {
	switch marker {
	case markerJFIF, markerAdobe:
		return false
	case markerICC:
		return !bytes.HasPrefix(segment[4:], []byte("ICC_PROFILE\x00"))
	case markerComment:
		return true
	}
	return marker >= markerExif && marker <= markerLastApp
}

// nextMarker is where the pixels end that begin at i: within them 0xff is followed by 0
// or by the number of a restart.
func nextMarker(content []byte, i int) int {
	for ; i+1 < len(content); i++ {
		if next := content[i+1]; content[i] == 0xff && next != 0 && (next < 0xd0 || next > 0xd7) {
			return i
		}
	}
	return len(content)
}

// exifOf is a note that says nothing but which way up a picture is.
func exifOf(up int) []byte {
	return append([]byte{
		0xff, markerExif, 0, 34, 'E', 'x', 'i', 'f', 0, 0,
		'M', 'M', 0, 42, 0, 0, 0, 8, // TIFF, the largest byte first; its directory is at 8
		0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, // one entry: orientation, one short
	}, 0, byte(up), 0, 0, 0, 0, 0, 0)
}
