package rtmp

import (
	"fmt"
	"io"

	"github.com/grandstand/grandstand/internal/media/ingest"
)

// maxBeforePublish is how many bytes a connection may send before it is allowed to publish.
const maxBeforePublish = 256 << 10

// source reads a connection, bounds what it sends, and acknowledges the bytes where the encoder
// sets a window for that (Adobe RTMP 1.0, 5.4.3 and 5.4.4).
type source struct {
	conn         io.Reader
	meter        ingest.Meter
	admitted     bool // the connection may publish
	window       int64
	acknowledged int64 // bytes that were acknowledged
	acknowledge  func(total uint32) error
}

// Read is part of io.Reader.
func (s *source) Read(p []byte) (int, error) {
	n, err := s.conn.Read(p)
	if excess := s.meter.Count(int64(n)); excess != nil {
		return 0, excess
	}
	total := s.meter.Total()
	if !s.admitted && total > maxBeforePublish {
		return 0, fmt.Errorf("%d bytes without publishing: %w", total, ingest.ErrExcess)
	}
	if s.window > 0 && total-s.acknowledged >= s.window {
		s.acknowledged = total
		if failed := s.acknowledge(uint32(total)); failed != nil {
			return 0, failed
		}
	}
	return n, err
}
