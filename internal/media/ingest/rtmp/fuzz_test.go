package rtmp

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"
	"testing/iotest"

	"github.com/bluenviron/gortmplib/pkg/bytecounter"
	"github.com/bluenviron/gortmplib/pkg/message"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/media/ingest"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// chunked is a message in one chunk: shorter than 128 bytes, or sent after a larger chunk size.
func chunked(kind byte, body string) []byte {
	n := len(body)
	return append([]byte{3, 0, 0, 0, byte(n >> 16), byte(n >> 8), byte(n), kind, 1, 0, 0, 0}, body...)
}

const (
	connectCommand = "\x02\x00\x07connect\x00\x3f\xf0\x00\x00\x00\x00\x00\x00\x03\x00\x03app\x02\x00\x04live\x00\x00\x09"
	publishCommand = "\x02\x00\x07publish\x00\x40\x14\x00\x00\x00\x00\x00\x00\x05\x02\x00\x03key\x02\x00\x04live"
)

// published is what an encoder sends behind the handshake, with some messages at its end.
func published(more ...[]byte) []byte {
	return bytes.Join(append([][]byte{chunked(20, connectCommand), chunked(20, publishCommand)}, more...), nil)
}

// Traffic passes or fails in the same place however the network cuts it, and the guard holds
// little of it.
func FuzzGuard(f *testing.F) {
	f.Add(published(), true)
	f.Add(published(chunked(typeSetChunkSize, "\x00\x00\x00\x01"), chunked(typeAbort, "\x00\x00\x00\x03")), false)
	f.Add([]byte{0x03, 0xFF, 0xFF, 0xFF, 0, 0, 4, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2}, true)
	f.Fuzz(func(t *testing.T, sent []byte, admitted bool) {
		guarded := func(r io.Reader) *guard {
			g := newGuard(r, clock.System{}, 0)
			g.handshake, g.admitted = 0, admitted
			return g
		}
		one, single := guarded(bytes.NewReader(sent)), guarded(iotest.OneByteReader(bytes.NewReader(sent)))
		_, errOne := io.ReadAll(one)
		got, errSingle := io.ReadAll(single)
		if ingest.CodeOf(errOne) != ingest.CodeOf(errSingle) || (errOne == nil) != (errSingle == nil) {
			t.Fatalf("whole: %v, in single bytes: %v", errOne, errSingle)
		}
		if errSingle != nil && ingest.CodeOf(errSingle) == ingest.Unknown {
			t.Fatalf("fails without a name: %v", errSingle)
		}
		if errSingle == nil && !bytes.Equal(got, sent) {
			t.Fatal("what passes is changed")
		}
		if len(single.header) > 16 || len(single.control) > maxControl || single.unfinished > maxUnfinished {
			t.Fatalf("holds %d, %d and %d bytes", len(single.header), len(single.control), single.unfinished)
		}
	})
}

// counting takes what a connection delivers, and refuses what no recording could hold.
type counting struct{ t *testing.T }

func (c counting) VideoConfig(sps []byte, pps [][]byte) error {
	_, err := segment.NewVideoConfig(sps, pps)
	return err
}

func (c counting) AudioConfig(asc []byte) error { _, err := segment.NewAudioConfig(asc); return err }

func (c counting) Video(_ context.Context, v segment.VideoSample) error {
	if len(v.NALUs) == 0 {
		c.t.Error("a picture of nothing is handed on")
	}
	return nil
}

func (c counting) Audio(a segment.AudioSample) error {
	if len(a.AU) == 0 {
		c.t.Error("a frame of nothing is handed on")
	}
	return nil
}

func (counting) Close(error) {}

// Whatever comes behind the handshake is read as commands and media until it ends for a reason
// with a name.
func FuzzMessages(f *testing.F) {
	f.Add(published())
	f.Add(published(chunked(typeVideo, "\x17\x00\x00\x00\x00\x01\x64\x00\x0d\xff\xe1\x00\x04\x67\x64\x00\x0d\x01\x00\x01\x68"),
		chunked(typeAudio, "\xaf\x00\x11\x90"), chunked(typeAudio, "\xaf\x01\x21\x22"), chunked(typeVideo, "\x27\x01\xff\xff\xff\x00\x00\x00\x02\x41\x9a")))
	f.Add(published(chunked(typeVideo, "\x90avc1\x01"), chunked(18, "\x02\x00\x0d@setDataFrame\x08\x00\x00\x00\x01\x00\x01a\x0b")))
	f.Add(bytes.Repeat(chunked(20, "\x02\x00\x0ccreateStream\x00\x00\x00\x00\x00\x00\x00\x00\x00\x05"), 3))
	f.Fuzz(func(t *testing.T, sent []byte) {
		g := newGuard(bytes.NewReader(sent), clock.System{}, 0)
		g.handshake = 0
		counted := bytecounter.NewReadWriter(struct {
			io.Reader
			io.Writer
		}{g, io.Discard})
		rw := message.NewReadWriter(counted, counted, false)
		_, err := negotiate(rw)
		g.admitted = true
		for err == nil {
			var msg message.Message
			if msg, err = rw.Read(); err == nil {
				_, err = deliver(context.Background(), msg, counting{t})
			}
		}
		if err = plain(unreadable(err, ingest.ErrSilent)); ingest.CodeOf(err) == ingest.Unknown || errors.Is(err, ingest.ErrPanic) {
			t.Fatalf("ends without a name: %v", err)
		}
	})
}
