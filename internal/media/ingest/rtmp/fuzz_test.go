package rtmp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"reflect"
	"testing"
	"testing/iotest"

	"github.com/bluenviron/gortmplib/pkg/bytecounter"

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

// join reads all messages from r, and returns them with the error at the end and what the reader holds then.
func join(r io.Reader, admitted bool) (messages []packet, held int, err error) {
	c := newChunkReader(bufio.NewReader(r), &source{conn: r, meter: ingest.NewMeter(clock.System{}, 0), admitted: admitted})
	for {
		p, err := c.Read()
		if err != nil {
			return messages, c.unfinished, err
		}
		if p.kind == typeSetChunkSize && len(p.body) >= 4 {
			if err := c.setSize(binary.BigEndian.Uint32(p.body)); err != nil {
				return messages, c.unfinished, err
			}
		}
		if p.kind == typeAbort && len(p.body) >= 4 {
			c.abort(binary.BigEndian.Uint32(p.body))
		}
		messages = append(messages, p)
	}
}

// Messages are the same wherever the network cuts them, and the reader holds little.
func FuzzChunks(f *testing.F) {
	f.Add(published(), true)
	f.Add(published(chunked(typeSetChunkSize, "\x00\x00\x00\x01"), chunked(typeAbort, "\x00\x00\x00\x03")), false)
	f.Add([]byte{0x03, 0xFF, 0xFF, 0xFF, 0, 0, 4, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2}, true)
	f.Add([]byte{0x00, 0x07, 0, 0, 0, 0, 0, 2, 9, 1, 0, 0, 0, 0x17, 0, 0x41, 0x07, 0x00, 0, 0, 1, 0, 0, 1, 8, 5, 0xC0, 0x07, 6}, true)
	f.Fuzz(func(t *testing.T, sent []byte, admitted bool) {
		whole, _, errWhole := join(bytes.NewReader(sent), admitted)
		single, held, errSingle := join(iotest.OneByteReader(bytes.NewReader(sent)), admitted)
		if ingest.CodeOf(plain(errWhole)) != ingest.CodeOf(plain(errSingle)) || !reflect.DeepEqual(whole, single) {
			t.Fatalf("whole: %d messages, %v; in single bytes: %d, %v", len(whole), errWhole, len(single), errSingle)
		}
		if ingest.CodeOf(plain(errSingle)) == ingest.Unknown {
			t.Fatalf("ends without a name: %v", errSingle)
		}
		if held > len(sent) {
			t.Fatalf("holds %d bytes of %d", held, len(sent))
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
	f.Add(published(chunked(typeVideo, "\x97\x00\x00\x06\x10avc1\x01\x00\x00\x01\x02"), chunked(typeAudio, "\x95\x21mp4a\x01\x00\x00\x01\x02"),
		chunked(typeAggregate, "\x09\x00\x00\x02\x00\x00\x01\x00\x00\x00\x00\x27\x01\x00\x00\x00\x0d"), chunked(typeCommandAMF3, "\x00\x02\x00\x01a\x11\x06\x03b\x11\x06\x00")))
	f.Add(bytes.Repeat(chunked(20, "\x02\x00\x0ccreateStream\x00\x00\x00\x00\x00\x00\x00\x00\x00\x05"), 3))
	f.Fuzz(func(t *testing.T, sent []byte) {
		from := &source{conn: bytes.NewReader(sent), meter: ingest.NewMeter(clock.System{}, 0)}
		exchange := newSession(bufio.NewReader(from), from, bytecounter.NewWriter(io.Discard))
		request, err := exchange.negotiate()
		from.admitted = true
		media := newReceiver(counting{t})
		for err == nil {
			var p packet
			if p, err = exchange.reader.Read(); err != nil {
				break
			}
			var over bool
			if over, err = exchange.handleCommandWhilePublishing(p, request); over || err != nil {
				break
			}
			_, err = media.deliver(context.Background(), p)
		}
		if err = plain(unreadable(err, ingest.ErrSilent)); ingest.CodeOf(err) == ingest.Unknown || errors.Is(err, ingest.ErrPanic) {
			t.Fatalf("ends without a name: %v", err)
		}
	})
}
