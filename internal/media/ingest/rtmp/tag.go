package rtmp

import (
	"fmt"
	"slices"
)

// tag is one track's part of an audio or video message.
type tag struct {
	track           byte
	codec           string
	config          bool  // body is the decoder's configuration
	compositionTime int32 // from decoding to showing, in milliseconds
	body            []byte
}

// The codecs that are recorded.
const (
	codecH264 = "H.264"
	codecAAC  = "AAC"
)

// Packet types (Adobe Video File Format 10.1, E.4.2.1 and E.4.3.1; Enhanced RTMP v2). Other types mark a sequence end or
// carry metadata, and are ignored.
const (
	packetConfig       = 0
	packetFrames       = 1
	packetCodedFramesX = 3 // frames with a composition time of 0
	packetModifier     = 7

	audioMultitrack = 5
	videoMultitrack = 6
)

// frameCommand is the frame type of a message to the player, which holds no picture.
const frameCommand = 5

// videoTags reads a video message.
func videoTags(b []byte) []tag {
	if len(b) < 2 {
		return nil
	}
	frame := b[0] >> 4 & 0x07
	if frame == frameCommand {
		return nil
	}
	if b[0]&0x80 != 0 {
		return enhancedTags(b[0]&0x0F, b[1:], videoMultitrack)
	}
	t := tag{codec: legacyVideoCodec(b[0] & 0x0F)}
	if t.codec != codecH264 {
		return []tag{t}
	}
	c := cursor{rest: b[1:]}
	kind := c.byte()
	t.compositionTime = signed24(c.uint24())
	t.config, t.body = kind == packetConfig, c.rest
	if c.broken || kind > packetFrames {
		return nil
	}
	return []tag{t}
}

// signed24 is a number of 24 bits with a sign.
func signed24(n int) int32 { return int32(uint32(n)<<8) >> 8 }

// audioTags reads an audio message.
func audioTags(b []byte) []tag {
	const enhanced, aac = 9, 10
	if len(b) < 2 {
		return nil
	}
	switch format := b[0] >> 4; format {
	case enhanced:
		return enhancedTags(b[0]&0x0F, b[1:], audioMultitrack)
	case aac:
		if b[1] > packetFrames {
			return nil
		}
		return []tag{{codec: codecAAC, config: b[1] == packetConfig, body: b[2:]}}
	default:
		return []tag{{codec: legacyAudioCodec(format)}}
	}
}

// enhancedTags reads the tracks of a message with codec names (Enhanced RTMP v2). Those that can be
// recorded come first.
func enhancedTags(kind byte, b []byte, multitrack byte) []tag {
	c := cursor{rest: b}
	for kind == packetModifier && !c.broken {
		size := int(c.byte()) + 1
		if size == 256 {
			size = c.uint16() + 1
		}
		c.next(size)
		kind = c.byte() & 0x0F
	}
	var tags []tag
	if kind != multitrack {
		tags = appendTag(tags, kind, c.fourCC(), 0, c.rest)
	} else {
		tags = multitrackTags(&c)
	}
	slices.SortStableFunc(tags, func(a, b tag) int { return recordable(b) - recordable(a) })
	return tags
}

func recordable(t tag) int {
	if t.codec == codecH264 || t.codec == codecAAC {
		return 1
	}
	return 0
}

// multitrackTags reads a message with one track of several, or several tracks.
func multitrackTags(c *cursor) (tags []tag) {
	const oneTrack, manyCodecs = 0, 2
	head := c.byte()
	form, kind := head>>4, head&0x0F
	name := ""
	if form != manyCodecs {
		name = c.fourCC()
	}
	for len(c.rest) > 0 && !c.broken {
		if form == manyCodecs {
			name = c.fourCC()
		}
		track := c.byte()
		size := len(c.rest)
		if form != oneTrack {
			size = c.uint24()
		}
		if body := c.next(size); !c.broken {
			tags = appendTag(tags, kind, name, track, body)
		}
	}
	return tags
}

// appendTag adds a tag that holds media or decoder configuration.
func appendTag(tags []tag, kind byte, name string, track byte, body []byte) []tag {
	if kind > packetFrames && kind != packetCodedFramesX || name == "\x00\x00\x00\x00" {
		return tags
	}
	t := tag{track: track, codec: enhancedCodec(name), config: kind == packetConfig, body: body}
	if t.codec == codecH264 && kind == packetFrames {
		c := cursor{rest: body}
		t.compositionTime = signed24(c.uint24())
		t.body = c.rest
	}
	return append(tags, t)
}

// enhancedCodec names a codec by its four letters.
func enhancedCodec(letters string) string {
	switch letters {
	case "avc1":
		return codecH264
	case "mp4a":
		return codecAAC
	case "hvc1":
		return "HEVC (H.265)"
	case "vvc1":
		return "VVC (H.266)"
	case "av01":
		return "AV1"
	case "vp08", "vp09":
		return "VP" + letters[3:]
	case ".mp3":
		return "MP3"
	case "ac-3":
		return "AC-3"
	case "ec-3":
		return "E-AC-3"
	case "Opus":
		return "Opus"
	case "fLaC":
		return "FLAC"
	}
	return fmt.Sprintf("%q", letters)
}

// legacyVideoCodec names a codec by its number (Adobe Video File Format 10.1, E.4.3.1).
func legacyVideoCodec(number byte) string {
	switch number {
	case 2:
		return "Sorenson H.263"
	case 3, 6:
		return "Screen video"
	case 4, 5:
		return "VP6"
	case 7:
		return codecH264
	case 8:
		return "H.263"
	case 9:
		return "MPEG-4 part 2"
	case 12:
		return "HEVC (H.265)"
	}
	return fmt.Sprintf("codec %d", number)
}

// legacyAudioCodec names a codec by its number (E.4.2.1).
func legacyAudioCodec(number byte) string {
	switch number {
	case 0, 3:
		return "uncompressed"
	case 1:
		return "ADPCM"
	case 2, 14:
		return "MP3"
	case 4, 5, 6:
		return "Nellymoser"
	case 7, 8:
		return "G.711"
	case 10:
		return codecAAC
	case 11:
		return "Speex"
	}
	return fmt.Sprintf("codec %d", number)
}
