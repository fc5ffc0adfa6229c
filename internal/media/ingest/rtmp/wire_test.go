package rtmp_test

import (
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"net"
	"slices"
	"sync"
	"testing"
	"time"
)

// wire is an encoder that writes each chunk itself.
type wire struct {
	net.Conn
	t *testing.T
}

// Types of messages.
const (
	kindAudio, kindVideo, kindData, kindCommand = 8, 9, 18, 20
)

// connectWire shakes hands, and asks to publish under a key.
func (s *studio) connectWire(key string) *wire { s.t.Helper(); return s.connectAs("live", key) }

// connectAs asks to publish under an application and a name.
func (s *studio) connectAs(application, name string) *wire {
	s.t.Helper()
	w := s.connectTo(application)
	w.publish(name)
	return w
}

// connectTo opens a stream of an application.
func (s *studio) connectTo(application string) *wire {
	s.t.Helper()
	w := &wire{Conn: s.raw(shake()), t: s.t}
	if err := w.SetReadDeadline(time.Now().Add(patience)); err != nil {
		s.t.Fatal(err)
	}
	answer := make([]byte, 1+2*1536)
	if _, err := io.ReadFull(w, answer); err != nil {
		s.t.Fatal(err)
	}
	w.send(message(1, 0, []byte{0, 16, 0, 0})) // chunks of 1 MiB
	w.send(message(kindCommand, 0, concat(amfText("connect"), amfNumber(1), amfObject("app", amfText(application)))))
	w.send(message(kindCommand, 0, concat(amfText("createStream"), amfNumber(2), []byte{5})))
	return w
}

func (w *wire) publish(name string) {
	w.t.Helper()
	w.send(message(kindCommand, 0, concat(amfText("publish"), amfNumber(3), []byte{5}, amfText(name), amfText("live"))))
}

func (w *wire) send(b []byte) {
	w.t.Helper()
	if _, err := w.Write(b); err != nil {
		w.t.Fatalf("write: %v", err)
	}
}

// units sends pictures, the first of which is number n of the stream.
func (w *wire) units(n int, units [][][]byte) {
	w.t.Helper()
	for i, unit := range units {
		w.send(message(kindVideo, frameTime(n+i), pictureTag(unit)))
	}
}

// end ends the stream as encoders do.
func (w *wire) end() {
	w.t.Helper()
	w.send(message(kindCommand, 0, concat(amfText("FCUnpublish"), amfNumber(4), []byte{5}, amfText("key"))))
	w.send(message(kindCommand, 0, concat(amfText("deleteStream"), amfNumber(5), []byte{5}, amfNumber(1))))
	w.closeWrite()
}

// closeWrite says that no more is sent, and goes on reading.
func (w *wire) closeWrite() {
	w.t.Helper()
	if half, ok := w.Conn.(interface{ CloseWrite() error }); !ok || half.CloseWrite() != nil {
		w.t.Error("the connection was not closed for writing")
	}
}

func frameTime(n int) uint32 { return uint32(n * 1000 / 30) }

// message is a message in one chunk, with a number for each type as encoders have.
func message(kind byte, at uint32, body []byte) []byte {
	head := chunk(kind, uint32(len(body)))
	head[0], head[8] = 4+kind%8, 1
	copy(head[1:], []byte{byte(at >> 16), byte(at >> 8), byte(at)})
	return append(head, body...)
}

func concat(parts ...[]byte) []byte { return slices.Concat(parts...) }

func amfNumber(n float64) []byte {
	return binary.BigEndian.AppendUint64([]byte{0}, math.Float64bits(n))
}

func amfText(s string) []byte { return append([]byte{2, byte(len(s) >> 8), byte(len(s))}, s...) }

// amfObject is an object with one value.
func amfObject(name string, value []byte) []byte {
	return concat([]byte{3}, amfText(name)[1:], value, []byte{0, 0, 9})
}

// pictureTag is a picture in the form of FLV.
func pictureTag(unit [][]byte) []byte {
	tag := []byte{0x27, 1, 0, 0, 0}
	if unit[0][0]&0x1F == 7 {
		tag[0] = 0x17
	}
	return append(tag, lengths(unit)...)
}

func lengths(unit [][]byte) (b []byte) {
	for _, nalu := range unit {
		b = append(binary.BigEndian.AppendUint32(b, uint32(len(nalu))), nalu...)
	}
	return b
}

// footage are three seconds of pictures, made once.
var footage struct {
	once  sync.Once
	units [][][]byte
}

func threeSeconds(t *testing.T) [][][]byte {
	t.Helper()
	footage.once.Do(func() { footage.units = h264Units(t, 3) })
	return footage.units
}

// frames counts the pictures that were recorded.
func (s *studio) frames() (n int) {
	for _, g := range s.Index.Load().Segments {
		n += g.Frames
	}
	return n
}

// await reads until all pieces have come.
func (w *wire) await(pieces ...[]byte) {
	w.t.Helper()
	if err := w.SetReadDeadline(time.Now().Add(patience)); err != nil {
		w.t.Fatal(err)
	}
	var got []byte
	missing := func(piece []byte) bool { return !bytes.Contains(got, piece) }
	for buffer := make([]byte, 4096); slices.ContainsFunc(pieces, missing); {
		n, err := w.Read(buffer)
		got = append(got, buffer[:n]...)
		if err != nil {
			w.t.Fatalf("%q did not come in %q: %v", pieces, got, err)
		}
	}
}
