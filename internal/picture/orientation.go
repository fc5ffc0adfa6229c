package picture

import (
	"bytes"
	"encoding/binary"
	"image"

	"golang.org/x/image/draw"
)

// upAsIs is the orientation of a picture that needs no turning (EXIF 2.32, tag 0x0112).
const upAsIs = 1

// orientation reads which way up a JPEG was taken, as browsers do with the original; a
// variant carries no such note and must be turned. What cannot be read is as it is.
func orientation(content []byte) int {
	for i := 2; i+4 <= len(content) && content[i] == 0xff; {
		marker, length := content[i+1], int(binary.BigEndian.Uint16(content[i+2:]))
		if marker == 0xda || length < 2 || i+2+length > len(content) { // the picture itself begins
			break
		}
		if note, found := bytes.CutPrefix(content[i+4:i+2+length], []byte("Exif\x00\x00")); marker == 0xe1 && found {
			return noted(note)
		}
		i += 2 + length
	}
	return upAsIs
}

// noted reads the orientation of the first directory of a TIFF structure.
func noted(tiff []byte) int {
	const header, entry, orientationTag = 8, 12, 0x0112
	if len(tiff) < header {
		return upAsIs
	}
	var order binary.ByteOrder = binary.BigEndian
	if tiff[0] == 'I' {
		order = binary.LittleEndian
	}
	start := int64(order.Uint32(tiff[4:]))
	if start+2 > int64(len(tiff)) {
		return upAsIs
	}
	entries := tiff[start+2:]
	for range order.Uint16(tiff[start:]) {
		if len(entries) < entry {
			break
		}
		if order.Uint16(entries) == orientationTag {
			if value := int(order.Uint16(entries[8:])); value >= 1 && value <= 8 {
				return value
			}
			break
		}
		entries = entries[entry:]
	}
	return upAsIs
}

// upright turns and mirrors a picture by its orientation.
func upright(picture image.Image, orientation int) image.Image {
	if orientation == upAsIs {
		return picture
	}
	b := picture.Bounds()
	w, h := b.Dx(), b.Dy()
	from := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(from, from.Bounds(), picture, b.Min, draw.Src)
	across, down := w, h
	if orientation > 4 { // lying on its side
		across, down = h, w
	}
	out := image.NewRGBA(image.Rect(0, 0, across, down))
	for y := range h {
		for x := range w {
			tx, ty := turned(orientation, x, y, w, h)
			copy(out.Pix[out.PixOffset(tx, ty):][:4], from.Pix[from.PixOffset(x, y):][:4])
		}
	}
	return out
}

// turned is where a pixel goes.
func turned(orientation, x, y, w, h int) (tx, ty int) {
	switch orientation {
	case 2:
		return w - 1 - x, y
	case 3:
		return w - 1 - x, h - 1 - y
	case 4:
		return x, h - 1 - y
	case 5:
		return y, x
	case 6:
		return h - 1 - y, x
	case 7:
		return h - 1 - y, w - 1 - x
	default:
		return y, w - 1 - x
	}
}
