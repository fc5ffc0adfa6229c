package rtmp_test

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"
)

// aggregate is an aggregate message whose parts have times of another clock.
func aggregate(at uint32, bodies ...[]byte) []byte {
	var b []byte
	for i, body := range bodies {
		size := len(body)
		head := []byte{kindVideo, byte(size >> 16), byte(size >> 8), byte(size), 0, 0, byte(i * 33), 9, 0, 0, 0}
		b = binary.BigEndian.AppendUint32(append(append(b, head...), body...), uint32(len(head)+size))
	}
	return message(22, at, b)
}

// metadata is what encoders say about a stream, with one value in it.
func metadata(value []byte) []byte {
	return message(kindData, 0, concat(amfText("@setDataFrame"), amfText("onMetaData"), amfObject("value", value)))
}

// oddMessages returns messages that a receiver may ignore.
func oddMessages() map[string][]byte {
	long := strings.Repeat("x", 100_000)
	return map[string][]byte{
		"date":                         metadata(append([]byte{0x0B}, make([]byte, 10)...)),
		"long string":                  metadata(append([]byte{0x0C, 0, 0, 0, 3}, "abc"...)),
		"very long string":             metadata(append(binary.BigEndian.AppendUint32([]byte{0x0C}, uint32(len(long))), long...)),
		"typed object":                 metadata(concat([]byte{0x10}, amfText("Media")[1:], []byte{0, 0, 9})),
		"XML":                          metadata(append([]byte{0x0F, 0, 0, 0, 4}, "<a/>"...)),
		"reference":                    metadata([]byte{7, 0, 0}),
		"unsupported":                  metadata([]byte{0x0D}),
		"AMF 3 in AMF 0":               metadata([]byte{0x11, 0x0A, 0x0B, 1, 1}),
		"unknown marker":               metadata([]byte{0x77, 1, 2}),
		"objects in objects":           metadata(bytes.Repeat([]byte{3, 0, 1, 'a'}, 5000)),
		"torn metadata":                message(kindData, 0, []byte{2, 0, 99, 'a'}),
		"empty data":                   message(kindData, 0, nil),
		"data in AMF 3":                message(15, 0, []byte{0, 2, 0, 1, 'a', 0x11, 4, 1}),
		"shared objects":               concat(message(16, 0, []byte{0, 1, 2}), message(19, 0, []byte{1, 2, 3})),
		"cue point":                    message(kindData, 0, concat(amfText("onCuePoint"), amfObject("time", amfNumber(3)))),
		"text data":                    message(kindData, 0, concat(amfText("onTextData"), amfObject("text", amfText("Goal")))),
		"empty audio":                  message(kindAudio, 10, nil),
		"audio of one byte":            message(kindAudio, 10, []byte{0xAF}),
		"MP3 without a frame":          message(kindAudio, 10, []byte{0x2F}),
		"empty AAC configuration":      message(kindAudio, 10, []byte{0xAF, 0}),
		"torn AAC configuration":       message(kindAudio, 10, []byte{0xAF, 0, 0x11}),
		"torn AAC configuration later": concat(message(kindAudio, 10, []byte{0xAF, 0, 0x11, 0x90}), message(kindAudio, 10, []byte{0xAF, 0, 0x11})),
		"torn AAC, enhanced":           message(kindAudio, 10, []byte{0x90, 'm', 'p', '4', 'a', 0x11}),
		"unknown AAC packet":           message(kindAudio, 10, []byte{0xAF, 9, 1}),
		"empty video":                  message(kindVideo, 10, nil),
		"video of two bytes":           message(kindVideo, 10, []byte{0x17, 1}),
		"end of sequence":              message(kindVideo, 10, []byte{0x17, 2, 0, 0, 0}),
		"empty configuration":          message(kindVideo, 10, []byte{0x17, 0, 0, 0, 0}),
		"torn configuration":           message(kindVideo, 10, []byte{0x17, 0, 0, 0, 0, 1, 100, 0, 13, 0xFF, 0xE1, 0, 99, 1}),
		"configuration without sets":   message(kindVideo, 10, []byte{0x17, 0, 0, 0, 0, 1, 100, 0, 13, 0xFF, 0xE0, 0}),
		"unknown AVC packet":           message(kindVideo, 10, []byte{0x17, 7, 0, 0, 0, 1}),
		"video command":                message(kindVideo, 10, []byte{0x57, 0}),
		"torn picture":                 message(kindVideo, 10, []byte{0x27, 1, 0, 0, 0, 0, 0, 9, 9, 1}),
		"HDR metadata":                 message(kindVideo, 10, append([]byte{0x84, 'a', 'v', 'c', '1'}, amfText("colorInfo")...)),
		"enhanced, unknown packet":     message(kindVideo, 10, []byte{0x8E, 'a', 'v', 'c', '1'}),
		"enhanced, torn":               message(kindVideo, 10, []byte{0x81, 'a', 'v'}),
		"enhanced sound, unknown":      message(kindAudio, 10, []byte{0x9E, 'm', 'p', '4', 'a'}),
		"multichannel configuration":   message(kindAudio, 10, []byte{0x94, 'm', 'p', '4', 'a', 1, 2, 3}),
		"second sound track":           message(kindAudio, 10, []byte{0x95, 0x00, 'm', 'p', '4', 'a', 1, 0x11, 0x90}),
		"second sound track of Opus":   message(kindAudio, 10, []byte{0x95, 0x01, 'O', 'p', 'u', 's', 1, 1, 2, 3}),
		"second picture of HEVC":       message(kindVideo, 10, []byte{0x96, 0x00, 'h', 'v', 'c', '1', 1, 1, 2, 3}),
		"several tracks":               message(kindVideo, 10, []byte{0x96, 0x21, 'h', 'v', 'c', '1', 1, 0, 0, 1, 7, 'a', 'v', '0', '1', 2, 0, 0, 1, 7}),
		"modifier":                     message(kindVideo, 10, []byte{0x97, 2, 1, 2, 3, 0x01, 'a', 'v', 'c', '1', 0, 0, 0}),
		"user control, unknown":        message(4, 0, []byte{0, 99, 1, 2, 3, 4}),
		"user control, too short":      concat(message(4, 0, nil), message(4, 0, []byte{0, 6, 1})),
		"buffer empty, buffer ready":   concat(message(4, 0, []byte{0, 31, 0, 0, 0, 1}), message(4, 0, []byte{0, 32, 0, 0, 0, 1})),
		"unknown type":                 message(99, 0, []byte{1, 2, 3, 4}),
		"unknown type of 100 kB":       message(99, 0, make([]byte, 100_000)),
		"unknown command":              message(kindCommand, 0, concat(amfText("setBandwidth"), amfNumber(9), []byte{5}, amfNumber(1))),
		"command without an object":    message(kindCommand, 0, concat(amfText("_checkbw"), amfNumber(9))),
		"command without a number":     message(kindCommand, 0, amfText("onStatus")),
		"torn command":                 message(kindCommand, 0, []byte{1, 2, 3}),
		"long command":                 message(kindCommand, 0, concat(amfText("log"), amfNumber(0), append(binary.BigEndian.AppendUint32([]byte{0x0C}, uint32(len(long))), long...))),
		"command with a date":          message(kindCommand, 0, concat(amfText("log"), amfNumber(0), append([]byte{0x0B}, make([]byte, 10)...))),
		"command in AMF 3":             message(17, 0, concat([]byte{0}, amfText("log"), amfNumber(0), []byte{0x11, 6, 3, 'a'})),
		"publish again":                message(kindCommand, 0, concat(amfText("publish"), amfNumber(8), []byte{5}, amfText(goodKey), amfText("live"))),
		"publish another":              message(kindCommand, 0, concat(amfText("publish"), amfNumber(8), []byte{5}, amfText("another-another-another"), amfText("live"))),
		"empty aggregate":              message(22, 0, nil),
		"torn aggregate":               message(22, 0, []byte{9, 0, 0, 99, 0, 0, 0, 0, 0, 0, 0, 1}),
		"aggregate of data":            message(22, 0, []byte{18, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 12}),
		"window of acknowledgements":   message(5, 0, []byte{0, 0, 1, 0}),
		"no window":                    message(5, 0, []byte{0, 0, 0, 0}),
		"torn window":                  message(5, 0, []byte{0}),
		"bandwidth":                    message(6, 0, []byte{0, 0, 0, 1, 2}),
		"acknowledgement":              message(3, 0, []byte{0, 0, 0, 1}),
		"abort of nothing":             message(2, 0, []byte{0, 0, 0, 55}),
		"torn abort":                   message(2, 0, []byte{0}),
		"aborted picture":              concat([]byte{9, 0, 0, 0, 16, 0, 1, kindVideo, 1, 0, 0, 0}, make([]byte, 1<<20), message(2, 0, []byte{0, 0, 0, 9})),
		"the largest chunk":            message(1, 0, []byte{0x7F, 0xFF, 0xFF, 0xFF}),
		"a chunk stream of two bytes":  append([]byte{0, 200, 0, 0, 5, 0, 0, 1, kindData, 1, 0, 0, 0}, 5),
		"a chunk stream of three":      append([]byte{1, 200, 200, 0, 0, 5, 0, 0, 1, kindData, 1, 0, 0, 0}, 5),
		"a ping as librtmp answers it": {0x42, 0, 0, 0, 0, 0, 6, 4, 0, 7, 0, 0, 0, 1},
	}
}

// Messages that a receiver may ignore cost no picture before a stream is published.
func TestOddMessagesBeforePublishAreIgnored(t *testing.T) {
	odd := oddMessages()
	// A key that was published first is the stream's. More than 256 KiB are refused without a key.
	for _, name := range []string{"publish again", "publish another", "aborted picture"} {
		delete(odd, name)
	}
	for name, odd := range odd {
		t.Run(name, func(t *testing.T) {
			units := threeSeconds(t)[:40]
			s := newStudio(t, nil)
			w := s.connectTo("live")
			w.send(odd)
			w.publish(goodKey)
			w.units(0, units)
			w.end()
			_ = s.Reason(t)
			s.log.Await(t, "code=ended")
			if got := s.frames(); got != len(units) {
				t.Errorf("recorded %d pictures of %d", got, len(units))
			}
		})
	}
}

// Messages that a receiver may ignore cost no picture while a stream is on.
func TestMessagesThatAreReadPast(t *testing.T) {
	for name, odd := range oddMessages() {
		t.Run(name, func(t *testing.T) {
			units := threeSeconds(t)
			s := newStudio(t, nil)
			w := s.connectWire(goodKey)
			w.units(0, units[:40])
			w.send(odd)
			w.units(40, units[40:])
			w.end()
			_ = s.Reason(t)
			s.log.Await(t, "code=ended")
			if got := s.frames(); got != len(units) {
				t.Errorf("recorded %d pictures of %d", got, len(units))
			}
		})
	}
}

// Pictures in other forms than the usual one are recorded.
func TestPicturesInOtherForms(t *testing.T) {
	enhanced := func(head ...byte) func([][]byte) []byte {
		return func(unit [][]byte) []byte { return append(bytes.Clone(head), lengths(unit)...) }
	}
	for name, form := range map[string]func(unit [][]byte) []byte{
		"enhanced":                  enhanced(0xA1, 'a', 'v', 'c', '1', 0, 0, 0),
		"enhanced without offset":   enhanced(0xA3, 'a', 'v', 'c', '1'),
		"the only track of several": enhanced(0xA6, 0x03, 'a', 'v', 'c', '1', 3),
		"behind a modifier":         enhanced(0xA7, 2, 0, 0, 7, 0x03, 'a', 'v', 'c', '1'),
		"with start codes": func(unit [][]byte) []byte {
			tag := []byte{0x27, 1, 0, 0, 0}
			for _, nalu := range unit {
				tag = append(append(tag, 0, 0, 0, 1), nalu...)
			}
			return tag
		},
		"a second track in HEVC": func(unit [][]byte) []byte {
			picture := lengths(unit)
			n := len(picture)
			return append([]byte{
				0xA6, 0x23, 'h', 'v', 'c', '1', 0, 0, 0, 1, 7,
				'a', 'v', 'c', '1', 1, byte(n >> 16), byte(n >> 8), byte(n),
			}, picture...)
		},
	} {
		t.Run(name, func(t *testing.T) {
			units := threeSeconds(t)
			s := newStudio(t, nil)
			w := s.connectWire(goodKey)
			for i, unit := range units {
				w.send(message(kindVideo, frameTime(i), form(unit)))
			}
			w.end()
			_ = s.Reason(t)
			if got := s.frames(); got != len(units) {
				t.Errorf("recorded %d pictures of %d", got, len(units))
			}
		})
	}
}

// Pictures in aggregates are recorded at the time of the aggregate, not at the time they name themselves.
func TestPicturesInAggregates(t *testing.T) {
	units := threeSeconds(t)
	s := newStudio(t, nil)
	w := s.connectWire(goodKey)
	for i := 0; i+3 <= len(units); i += 3 {
		w.send(aggregate(frameTime(i), pictureTag(units[i]), pictureTag(units[i+1]), pictureTag(units[i+2])))
	}
	w.end()
	_ = s.Reason(t)
	s.expect(3, 1)
	if got := s.frames(); got != len(units) {
		t.Errorf("recorded %d pictures of %d", got, len(units))
	}
}

// An encoder that waits until its bytes are acknowledged goes on, and a ping is answered.
func TestAcknowledgements(t *testing.T) {
	s := newStudio(t, nil)
	w := s.connectWire(goodKey)
	w.send(message(5, 0, []byte{0, 0, 0x10, 0})) // 4 KiB
	w.send(message(4, 0, []byte{0, 6, 1, 2, 3, 4}))
	w.send(message(kindData, 0, make([]byte, 8<<10)))
	w.await([]byte{6, 4, 0, 7, 1, 2, 3, 4}, []byte{4, 3, 0, 0})
}

// What cannot be recorded is refused with what to set.
func TestRefusedCodecsAreNamed(t *testing.T) {
	for name, tt := range map[string]struct {
		sent []byte
		want string
	}{
		"Sorenson H.263":  {message(kindVideo, 0, []byte{0x12, 0, 0, 0, 0, 0}), "video is Sorenson H.263, not H.264"},
		"H.263":           {message(kindVideo, 0, []byte{0x18, 0, 0}), "video is H.263, not H.264"},
		"VP6":             {message(kindVideo, 0, []byte{0x14, 0, 0}), "video is VP6, not H.264"},
		"screen video":    {message(kindVideo, 0, []byte{0x13, 0, 0}), "video is Screen video, not H.264"},
		"HEVC":            {message(kindVideo, 0, []byte{0x90, 'h', 'v', 'c', '1', 1}), "video is HEVC (H.265), not H.264"},
		"HEVC of old":     {message(kindVideo, 0, []byte{0x1C, 0, 0, 0, 0, 1}), "video is HEVC (H.265), not H.264"},
		"AV1":             {message(kindVideo, 0, []byte{0x90, 'a', 'v', '0', '1', 1}), "video is AV1, not H.264"},
		"the first track": {message(kindVideo, 0, []byte{0x96, 0x00, 'v', 'p', '0', '9', 0, 1}), "video is VP9, not H.264"},
		"MP3":             {message(kindAudio, 0, []byte{0x2F, 0xFF, 0xFB}), "audio is MP3, not AAC"},
		"Speex":           {message(kindAudio, 0, []byte{0xB2, 1, 2}), "audio is Speex, not AAC"},
		"Opus":            {message(kindAudio, 0, []byte{0x91, 'O', 'p', 'u', 's', 1}), "audio is Opus, not AAC"},
		"noise":           {bytes.Repeat(message(kindVideo, 0, []byte{0x27, 1, 0, 0, 0, 1, 2, 3, 4, 5}), 70), "61 unreadable pictures"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStudio(t, nil)
			w := s.connectWire(goodKey)
			w.send(tt.sent)
			w.await([]byte("NetStream.Publish.Failed"))
			_ = s.Reason(t)
			w.closeWrite()
			s.log.Await(t, "code=codec", tt.want)
		})
	}
}
