package progressive

import (
	"github.com/abema/go-mp4"
	"github.com/bluenviron/mediacommon/v2/pkg/codecs/h264"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// sampleEntry writes what a decoder must know of a run beforehand (ISO/IEC 14496-12, 8.5.2).
func sampleEntry(run *segment.Run, r segment.Rendition) ([]byte, error) {
	w := newBoxes()
	if r == segment.Audio {
		soundEntry(w, run.Audio)
	} else {
		pictureEntry(w, run.Video)
	}
	return w.bytes()
}

// pictureEntry is of ISO/IEC 14496-15, 5.4.2.
func pictureEntry(w *boxes, c segment.VideoConfig) {
	w.box(&mp4.VisualSampleEntry{
		SampleEntry:     mp4.SampleEntry{AnyTypeBox: mp4.AnyTypeBox{Type: mp4.BoxTypeAvc1()}, DataReferenceIndex: 1},
		Width:           uint16(c.Width),
		Height:          uint16(c.Height),
		Horizresolution: 72 << 16, // dots per inch, as the format has it
		Vertresolution:  72 << 16,
		FrameCount:      1,
		Depth:           24,
		PreDefined3:     -1,
	}, func() { w.box(decoderOf(c)) })
}

// decoderOf is of ISO/IEC 14496-15, 5.3.3.1.2.
func decoderOf(c segment.VideoConfig) *mp4.AVCDecoderConfiguration {
	d := &mp4.AVCDecoderConfiguration{
		AnyTypeBox:                 mp4.AnyTypeBox{Type: mp4.BoxTypeAvcC()},
		ConfigurationVersion:       1,
		Profile:                    c.SPS[1],
		ProfileCompatibility:       c.SPS[2],
		Level:                      c.SPS[3],
		LengthSizeMinusOne:         3,
		NumOfSequenceParameterSets: 1,
		SequenceParameterSets:      []mp4.AVCParameterSet{{Length: uint16(len(c.SPS)), NALUnit: c.SPS}},
		NumOfPictureParameterSets:  uint8(len(c.PPS)),
	}
	for _, pps := range c.PPS {
		d.PictureParameterSets = append(d.PictureParameterSets, mp4.AVCParameterSet{Length: uint16(len(pps)), NALUnit: pps})
	}
	var sps h264.SPS
	if err := sps.Unmarshal(c.SPS); err == nil && extended(c.SPS[1]) {
		d.HighProfileFieldsEnabled = true
		d.ChromaFormat = uint8(sps.ChromaFormatIdc)
		d.BitDepthLumaMinus8 = uint8(sps.BitDepthLumaMinus8)
		d.BitDepthChromaMinus8 = uint8(sps.BitDepthChromaMinus8)
	}
	return d
}

// extended tells the profiles whose decoders are told of colours and depths.
func extended(profile byte) bool {
	return profile == 100 || profile == 110 || profile == 122 || profile == 144
}

// soundEntry is of ISO/IEC 14496-14, 6.7.
func soundEntry(w *boxes, c segment.AudioConfig) {
	entry := &mp4.AudioSampleEntry{
		SampleEntry:  mp4.SampleEntry{AnyTypeBox: mp4.AnyTypeBox{Type: mp4.BoxTypeMp4a()}, DataReferenceIndex: 1},
		ChannelCount: uint16(c.Channels),
		SampleSize:   16,
	}
	if c.SampleRate < 1<<16 { // there is no room for more; decoders go by the configuration
		entry.SampleRate = uint32(c.SampleRate) << 16
	}
	w.box(entry, func() { w.box(&mp4.Esds{Descriptors: descriptors(c)}) })
}

// Lengths of descriptors (ISO/IEC 14496-1, 7.2.6): a tag and a size of four bytes, and what
// an elementary stream's and a decoder's have besides what is inside.
const (
	tagged     = 1 + 4
	streamSays = 3
	decodeSays = 13

	kindAAC   = 0x40
	kindSound = 0x05
)

func descriptors(c segment.AudioConfig) []mp4.Descriptor {
	size := uint32(len(c.ASC))
	decoder := decodeSays + tagged + size
	return []mp4.Descriptor{
		{
			Tag: mp4.ESDescrTag, Size: streamSays + tagged + decoder + tagged + 1,
			ESDescriptor: &mp4.ESDescriptor{ESID: uint16(trackNumber(segment.Audio))},
		},
		{
			Tag: mp4.DecoderConfigDescrTag, Size: decoder,
			DecoderConfigDescriptor: &mp4.DecoderConfigDescriptor{ObjectTypeIndication: kindAAC, StreamType: kindSound, Reserved: true},
		},
		{Tag: mp4.DecSpecificInfoTag, Size: size, Data: c.ASC},
		{Tag: mp4.SLConfigDescrTag, Size: 1, Data: []byte{0x02}}, // as the format prescribes
	}
}
