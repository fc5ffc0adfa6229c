package whip

import "github.com/bluenviron/mediacommon/v2/pkg/codecs/opus"

const (
	// opusRate is the clock of Opus over RTP whatever was recorded (RFC 7587, 4.1), in Hz.
	opusRate = 48_000
	// minOpus and maxOpusSamples are how long a packet can be (RFC 6716, 3.1): 2.5 to 120 ms.
	minOpus        = opusRate / 400
	maxOpusSamples = opusRate * 120 / 1000
	// maxSilence is how much silence stands in for what does not come, and maxStep how far
	// back times may step. Beyond, the sound goes on at its new time.
	maxSilence = 3 * opusRate
	maxStep    = opusRate / 2
)

// soundLine lines up the packets of sound without holes, as a decoder takes them: what was
// lost, or never sent because nothing was to be heard, is silence. It remembers which time
// each sample has.
type soundLine struct {
	started bool
	due     int64 // time of the next packet, in samples of the encoder's clock
	fed     int64 // samples handed on
	anchors []anchor
}

// anchor says that the sample with a number has a time; those behind it follow.
type anchor struct{ sample, time int64 }

// add takes a packet with its time and returns what is to be decoded.
func (l *soundLine) add(at int64, payload []byte) [][]byte {
	length := lengthOf(payload)
	if length < minOpus || length > maxOpusSamples || len(payload) > maxOpus {
		return nil // no Opus
	}
	gap := at - l.due
	var out [][]byte
	switch {
	case !l.started, gap > maxSilence, gap < -maxStep:
		l.started, l.due = true, at
		l.anchors = append(l.anchors, anchor{l.fed, at})
	case gap <= -minOpus:
		return nil // of a time that is over
	case gap >= minOpus:
		out = l.silence(gap)
	}
	l.due += length
	l.fed += length
	return append(out, payload)
}

// silence is a stretch of it, in packets.
func (l *soundLine) silence(samples int64) (out [][]byte) {
	for config, length := 31, int64(8*minOpus); length >= minOpus; config, length = config-1, length/2 {
		for ; samples >= length; samples -= length {
			out = append(out, silentPacket(config))
			l.due += length
			l.fed += length
		}
	}
	return out
}

// silentPacket is a frame of CELT in stereo that says that it is silent (RFC 6716, 4.3): of
// 2.5, 5, 10 or 20 ms for the configurations 28 to 31 (table 2).
func silentPacket(config int) []byte { return []byte{byte(config<<3 | 0x04), 0xFF, 0xFE} }

// time is that of a sample, in samples of the encoder's clock. Samples are asked for in
// their order.
func (l *soundLine) time(sample int64) int64 {
	for len(l.anchors) > 1 && l.anchors[1].sample <= sample {
		l.anchors = l.anchors[1:]
	}
	if len(l.anchors) == 0 {
		return sample
	}
	return l.anchors[0].time + sample - l.anchors[0].sample
}

// lengthOf is how many samples a packet holds, at opusRate.
func lengthOf(packet []byte) int64 { return opus.PacketDuration2(packet) }
