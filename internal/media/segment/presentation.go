package segment

import (
	"bytes"
	"fmt"
	"io"

	amp4 "github.com/abema/go-mp4"
	"github.com/bluenviron/mediacommon/v2/pkg/formats/fmp4/seekablebuffer"
	"github.com/bluenviron/mediacommon/v2/pkg/formats/pmp4"
)

// maxEqualSamples bounds a track whose samples all have one size: 10 hours of AAC at 48 kHz.
const maxEqualSamples = 1_700_000

// maxTable bounds a table that is copied, in bytes.
const maxTable = 64 << 20

// ReadPresentation reads the tables of an MP4 file (ISO/IEC 14496-12). Samples are read from the file later.
//
// A track whose samples all have one size has no table of sizes (8.7.3.2), which pmp4 refuses as "invalid stsz": a film of one
// picture, sound of silence. Such a track is given a table.
func ReadPresentation(file io.ReadSeeker) (p *pmp4.Presentation, err error) {
	defer func() { // pmp4 divides by what a broken file says
		if broken := recover(); broken != nil {
			p, err = nil, fmt.Errorf("read the file's tables: %v", broken)
		}
	}()
	equal, err := hasEqualSizes(file)
	if err != nil {
		return nil, fmt.Errorf("read the file's tables: %w", err)
	}
	source := &replaceable{file}
	if equal {
		tables, err := withSizes(file)
		if err != nil {
			return nil, fmt.Errorf("read the file's tables: %w", err)
		}
		source.ReadSeeker = bytes.NewReader(tables)
	}
	p = &pmp4.Presentation{}
	if err := p.Unmarshal(source); err != nil {
		return nil, fmt.Errorf("read the file's tables: %w", err)
	}
	source.ReadSeeker = file // samples are at their places in the file
	return p, nil
}

// replaceable is a reader whose source can be replaced.
type replaceable struct{ io.ReadSeeker }

// hasEqualSizes reports whether a track of the file has samples of one size.
func hasEqualSizes(file io.ReadSeeker) (bool, error) {
	sizes, err := amp4.ExtractBoxWithPayload(file, nil, amp4.BoxPath{
		amp4.BoxTypeMoov(), amp4.BoxTypeTrak(), amp4.BoxTypeMdia(), amp4.BoxTypeMinf(), amp4.BoxTypeStbl(), amp4.BoxTypeStsz(),
	})
	if err != nil {
		return false, err
	}
	for _, box := range sizes {
		if stsz, ok := box.Payload.(*amp4.Stsz); ok && stsz.SampleSize != 0 {
			return true, nil
		}
	}
	return false, nil
}

// withSizes returns the file's tables with a table of sizes for each track.
func withSizes(file io.ReadSeeker) ([]byte, error) {
	var buffer seekablebuffer.Buffer
	out := amp4.NewWriter(&buffer)
	_, err := amp4.ReadBoxStructure(file, func(h *amp4.ReadHandle) (any, error) {
		switch h.BoxInfo.Type {
		case amp4.BoxTypeMoov(), amp4.BoxTypeTrak(), amp4.BoxTypeMdia(), amp4.BoxTypeMinf(), amp4.BoxTypeStbl():
			if _, err := out.StartBox(&amp4.BoxInfo{Type: h.BoxInfo.Type}); err != nil {
				return nil, err
			}
			if _, err := h.Expand(); err != nil {
				return nil, err
			}
			_, err := out.EndBox()
			return nil, err
		case amp4.BoxTypeStsz():
			return nil, copySizes(out, h)
		}
		switch {
		case len(h.Path) == 1 && h.BoxInfo.Type != amp4.BoxTypeFtyp(): // media, or free space
			return nil, nil
		case h.BoxInfo.Size > maxTable:
			return nil, fmt.Errorf("a table of %d bytes: %w", h.BoxInfo.Size, ErrUnsupported)
		}
		return nil, out.CopyBox(file, &h.BoxInfo)
	})
	return buffer.Bytes(), err
}

// copySizes writes a track's table of sizes.
func copySizes(out *amp4.Writer, h *amp4.ReadHandle) error {
	box, _, err := h.ReadPayload()
	if err != nil {
		return err
	}
	stsz, ok := box.(*amp4.Stsz)
	if !ok {
		return fmt.Errorf("a table of sizes is of type %T", box)
	}
	if stsz.SampleSize != 0 {
		if stsz.SampleCount > maxEqualSamples {
			return fmt.Errorf("%d samples of one size: %w", stsz.SampleCount, ErrUnsupported)
		}
		stsz.EntrySize = make([]uint32, stsz.SampleCount)
		for i := range stsz.EntrySize {
			stsz.EntrySize[i] = stsz.SampleSize
		}
		stsz.SampleSize = 0
	}
	if _, err := out.StartBox(&amp4.BoxInfo{Type: amp4.BoxTypeStsz()}); err != nil {
		return err
	}
	if _, err := amp4.Marshal(out, stsz, amp4.Context{}); err != nil {
		return err
	}
	_, err = out.EndBox()
	return err
}
