package ingest

import (
	"fmt"
	"strings"

	"github.com/bluenviron/mediacommon/v2/pkg/bits"
	"github.com/bluenviron/mediacommon/v2/pkg/codecs/mpeg4audio"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// ErrChannels ends a connection whose audio has a channel layout that players do not support.
var ErrChannels = &Reason{"sound_channels", "unsupported channels"}

// maxUndescribed is how many frames may precede the first configuration that can be read, or the first program config
// element.
const maxUndescribed = 100

// AAC is the normalizer of a connection's audio. It forwards AAC with a channel configuration from ISO/IEC 14496-3, table
// 1.19. It replaces configuration 0 by the one that the program config element describes, and removes the element from
// frames. The rest of a frame is the same with both configurations. It ignores a configuration whose bits run out.
type AAC struct {
	sink        Sink
	configured  bool   // a configuration was read
	torn        bool   // no configuration was read, and one was incomplete
	usesPCE     bool   // the channel configuration is 0
	layout      string // of the configuration that the sink has; "" before the first program config element
	config      mpeg4audio.AudioSpecificConfig
	undescribed int
}

// NewAAC returns the normalizer of one connection.
func NewAAC(sink Sink) *AAC { return &AAC{sink: sink} }

// Config reads an AudioSpecificConfig and forwards it, unless the channel layout is not known yet.
func (s *AAC) Config(asc []byte) error {
	channels, end, ok := readConfig(asc)
	if !ok {
		s.torn = !s.configured
		return nil
	}
	s.configured, s.torn = true, false
	if channels > 7 {
		return fmt.Errorf("AAC channel configuration %d: %w", channels, ErrChannels)
	}
	if s.usesPCE = channels == 0; !s.usesPCE {
		return s.sink.AudioConfig(asc)
	}
	s.layout, s.undescribed = "", 0
	if err := s.config.Unmarshal(asc); err != nil {
		return fmt.Errorf("AAC configuration (%w): %w", err, ErrCodec)
	}
	if elements, _, ok := readProgram(asc, end); ok {
		return s.describe(elements)
	}
	return nil
}

// Frame forwards a frame. A program config element with another layout changes the sink's configuration.
func (s *AAC) Frame(a segment.AudioSample) error {
	if s.torn {
		if s.undescribed++; s.undescribed > maxUndescribed {
			return fmt.Errorf("AAC without a configuration that can be read: %w", ErrCodec)
		}
		return nil
	}
	if !s.usesPCE {
		return s.sink.Audio(a)
	}
	const program = 5 // table 4.85
	pos := 0
	if kind, err := bits.ReadBits(a.AU, &pos, 3); err == nil && kind == program {
		elements, end, ok := readProgram(a.AU, pos)
		if !ok {
			return nil // torn
		}
		if elements != s.layout {
			if err := s.describe(elements); err != nil {
				return err
			}
		}
		a.AU = a.AU[end/8:]
	}
	if s.layout == "" {
		if s.undescribed++; s.undescribed > maxUndescribed {
			return fmt.Errorf("AAC without a description of its channels: %w", ErrChannels)
		}
		return nil
	}
	if len(a.AU) == 0 {
		return nil
	}
	return s.sink.Audio(a)
}

// describe forwards the configuration of a layout: S single channel, P pair, L low-frequency channel.
func (s *AAC) describe(elements string) error {
	config, ok := map[string]uint8{"S": 1, "P": 2, "SP": 3, "SPS": 4, "SPP": 5, "SPPL": 6, "SPPPL": 7}[elements]
	if !ok {
		channels := len(elements) + strings.Count(elements, "P")
		return fmt.Errorf("%d channels of sound in an order that players do not know: %w", channels, ErrChannels)
	}
	s.layout = elements
	s.config.ChannelConfig = config
	asc, err := s.config.Marshal()
	if err != nil {
		return fmt.Errorf("AAC configuration (%w): %w", err, ErrCodec)
	}
	return s.sink.AudioConfig(asc)
}

// bitReader reads numbers, and returns 0 after the end.
type bitReader struct {
	b      []byte
	pos    int
	broken bool
}

func (r *bitReader) read(n int) int {
	v, err := bits.ReadBits(r.b, &r.pos, n)
	if err != nil {
		r.broken = true
		return 0
	}
	return int(v)
}

// rate reads the index of a sample rate, or the rate itself.
func (r *bitReader) rate() {
	const escape = 15
	if r.read(4) == escape {
		r.read(24)
	}
}

// readConfig reads the channel configuration of an AudioSpecificConfig (1.6.2.1), and the bit at which
// a program config element begins.
func readConfig(asc []byte) (channels, end int, ok bool) {
	const sbr, ps = 5, 29
	r := bitReader{b: asc}
	object := r.read(5)
	r.rate()
	channels = r.read(4)
	if object == sbr || object == ps {
		r.rate()
		r.read(5)
	}
	r.read(1)           // frame length
	if r.read(1) == 1 { // core coder
		r.read(14)
	}
	r.read(1) // extension
	return channels, r.pos, !r.broken
}

// readProgram reads a program config element (4.4.1.1), and the bit behind it.
func readProgram(b []byte, from int) (elements string, end int, ok bool) {
	r := bitReader{b: b, pos: from}
	r.read(4 + 2 + 4) // tag, object type, sample rate
	speakers := r.read(4) + r.read(4) + r.read(4)
	low, data, coupled := r.read(2), r.read(3), r.read(4)
	for _, width := range []int{4, 4, 3} { // mixdowns
		if r.read(1) == 1 {
			r.read(width)
		}
	}
	kinds := make([]byte, 0, speakers+low)
	for range speakers {
		kinds = append(kinds, "SP"[r.read(1)])
		r.read(4)
	}
	for range low {
		kinds = append(kinds, 'L')
		r.read(4)
	}
	for range data {
		r.read(4)
	}
	for range coupled {
		r.read(5)
	}
	r.pos = (r.pos + 7) &^ 7
	comment := r.read(8)
	if r.pos += 8 * comment; r.pos > 8*len(b) {
		r.broken = true
	}
	return string(kinds), r.pos, !r.broken
}
