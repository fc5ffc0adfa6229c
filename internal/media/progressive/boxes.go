package progressive

import (
	"encoding/binary"
	"io"

	"github.com/abema/go-mp4"
	"github.com/bluenviron/mediacommon/v2/pkg/formats/fmp4/seekablebuffer"
)

// boxes writes boxes into memory. After an error it writes nothing more.
type boxes struct {
	buffer seekablebuffer.Buffer
	out    *mp4.Writer
	err    error
	places []stretch // tables of places, which count from the first sample
}

// stretch is a part of what was written.
type stretch struct{ from, to int64 }

func newBoxes() *boxes {
	w := &boxes{}
	w.out = mp4.NewWriter(&w.buffer)
	return w
}

func (w *boxes) bytes() ([]byte, error) { return w.buffer.Bytes(), w.err }

// box writes a box and what inside writes into it.
func (w *boxes) box(b mp4.IImmutableBox, inside ...func()) {
	w.within(b.GetType(), func() {
		if _, err := mp4.Marshal(w.out, b, mp4.Context{}); err != nil {
			w.err = err
			return
		}
		for _, write := range inside {
			write()
		}
	})
}

func (w *boxes) within(kind mp4.BoxType, write func()) {
	if w.err != nil {
		return
	}
	if _, w.err = w.out.StartBox(&mp4.BoxInfo{Type: kind}); w.err != nil {
		return
	}
	if write(); w.err == nil {
		_, w.err = w.out.EndBox()
	}
}

func (w *boxes) raw(b []byte) {
	if w.err == nil {
		_, w.err = w.out.Write(b)
	}
}

// table writes a box that counts entries of a width before it lists them.
func (w *boxes) table(kind string, width int, entries []byte) (at stretch) {
	w.within(mp4.StrToBoxType(kind), func() {
		w.raw(binary.BigEndian.AppendUint32(make([]byte, 4), uint32(len(entries)/width)))
		at = w.list(entries)
	})
	return at
}

// sizes writes how long each sample is (8.7.3).
func (w *boxes) sizes(count uint32, sizes []byte) {
	w.within(mp4.BoxTypeStsz(), func() {
		w.raw(binary.BigEndian.AppendUint32(make([]byte, 8), count))
		w.list(sizes)
	})
}

func (w *boxes) list(entries []byte) stretch {
	from, err := w.out.Seek(0, io.SeekCurrent)
	if err != nil && w.err == nil {
		w.err = err
	}
	w.raw(entries)
	return stretch{from, from + int64(len(entries))}
}

// data begins the box of the samples, of which any number of bytes follows.
func (w *boxes) data(size int64) {
	begin := append([]byte{0, 0, 0, 1}, boxMdat...)
	w.raw(binary.BigEndian.AppendUint64(begin, uint64(longHeader+size)))
}
