package whip

import (
	"encoding/binary"
	"io"
)

// oggWriter writes Opus as RFC 7845 has it, each packet in a page of its own, so that
// whoever reads has it at once. Nothing is to be skipped at the beginning: the packets of a
// stream that goes on have no such beginning, and the times of what comes out of a decoder
// are then those of what went in.
type oggWriter struct {
	out      io.Writer
	table    [256]uint32
	sequence uint32
	page     []byte
}

const (
	oggSerial = 1
	// Flags of pages (RFC 3533, 6).
	oggBegin = 0x02
	// oggHead is how long a page's header is, without its table of lengths.
	oggHead = 27
	// maxOpus is how long a packet in one page may be: 255 lacing values of up to 255, of
	// which the last must be less.
	maxOpus = 255*255 - 1
)

func newOggWriter(out io.Writer) *oggWriter {
	w := &oggWriter{out: out}
	for i := range w.table {
		sum := uint32(i) << 24
		for range 8 {
			carry := sum>>31 != 0
			if sum <<= 1; carry {
				sum ^= 0x04c11db7
			}
		}
		w.table[i] = sum
	}
	return w
}

// begin writes the two headers (RFC 7845, 5): 48 kHz, stereo, without a pre-skip.
func (w *oggWriter) begin() error {
	head := []byte("OpusHead\x01\x02\x00\x00\x00\x00\x00\x00\x00\x00\x00")
	binary.LittleEndian.PutUint32(head[12:], opusRate)
	if err := w.write(head, 0, oggBegin); err != nil {
		return err
	}
	return w.write([]byte("OpusTags\x00\x00\x00\x00\x00\x00\x00\x00"), 0, 0)
}

// packet writes a packet whose last sample is before the end given, in samples since the
// beginning.
func (w *oggWriter) packet(p []byte, end int64) error { return w.write(p, uint64(end), 0) }

// write writes one page (RFC 3533, 6).
func (w *oggWriter) write(p []byte, granule uint64, flags byte) error {
	b := append(w.page[:0], "OggS\x00"...)
	b = append(b, flags)
	b = binary.LittleEndian.AppendUint64(b, granule)
	b = binary.LittleEndian.AppendUint32(b, oggSerial)
	b = binary.LittleEndian.AppendUint32(b, w.sequence)
	b = append(b, 0, 0, 0, 0, byte(len(p)/255+1))
	for range len(p) / 255 {
		b = append(b, 255)
	}
	b = append(b, byte(len(p)%255))
	b = append(b, p...)
	binary.LittleEndian.PutUint32(b[oggHead-5:], w.checksum(b))
	w.page = b
	w.sequence++
	_, err := w.out.Write(b)
	return err
}

func (w *oggWriter) checksum(b []byte) (sum uint32) {
	for _, c := range b {
		sum = sum<<8 ^ w.table[byte(sum>>24)^c]
	}
	return sum
}
