// Package squeeze compresses bodies that are sent a few times at most: fast, with
// compressors that are used again, for each takes a megabyte.
package squeeze

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"sync"

	"github.com/klauspost/compress/gzip"
)

// Squeezer keeps compressors. The zero value is ready, and safe for concurrent use.
type Squeezer struct{ idle sync.Pool }

// Gzip returns a body in gzip (RFC 1952).
func (s *Squeezer) Gzip(body []byte) []byte { return s.compress(body, (*gzip.Writer).Close) }

// compress has a compressor write to a buffer, which takes all that comes.
func (s *Squeezer) compress(body []byte, finish func(*gzip.Writer) error) []byte {
	w, ok := s.idle.Get().(*gzip.Writer)
	if !ok {
		w, _ = gzip.NewWriterLevel(nil, gzip.BestSpeed) // the level is valid
	}
	defer s.idle.Put(w)
	out := bytes.NewBuffer(make([]byte, 0, len(body)/4+64))
	w.Reset(out)
	_, _ = w.Write(body)
	_ = finish(w)
	return out.Bytes()
}

// Head is the beginning that many bodies share, compressed once. Each of them is finished
// with what it alone has, at the cost of copying.
type Head struct {
	stream []byte // begins a gzip; the blocks of deflate (RFC 1951) end with a byte
	sum    uint32
	size   uint32
}

// Head compresses a beginning.
func (s *Squeezer) Head(body []byte) *Head {
	return &Head{
		stream: s.compress(body, (*gzip.Writer).Flush),
		sum:    crc32.ChecksumIEEE(body),
		size:   uint32(len(body)), // modulo 2^32, as RFC 1952 (2.3.1) has it
	}
}

// maxStored is the longest stored block (RFC 1951, 3.2.4).
const maxStored = 1<<16 - 1

// Gzip returns, in gzip, the beginning with a tail, which stays as it is: what differs
// from caller to caller is short, and mostly signatures.
func (h *Head) Gzip(tail []byte) []byte {
	out := make([]byte, len(h.stream), len(h.stream)+len(tail)+5*(len(tail)/maxStored+1)+8)
	copy(out, h.stream)
	for rest := tail; ; {
		block := rest[:min(len(rest), maxStored)]
		rest = rest[len(block):]
		out = appendStored(out, block, len(rest) == 0)
		if len(rest) == 0 {
			break
		}
	}
	out = binary.LittleEndian.AppendUint32(out, crc32.Update(h.sum, crc32.IEEETable, tail))
	return binary.LittleEndian.AppendUint32(out, h.size+uint32(len(tail)))
}

// appendStored adds a block that is not compressed: whether it is the last, its length,
// the length's complement, and what it holds.
func appendStored(out, block []byte, last bool) []byte {
	var flags byte
	if last {
		flags = 1
	}
	length := uint16(len(block)) // at most maxStored
	out = append(out, flags)
	out = binary.LittleEndian.AppendUint16(out, length)
	out = binary.LittleEndian.AppendUint16(out, ^length)
	return append(out, block...)
}
