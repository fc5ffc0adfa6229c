package whip

import (
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/pion/sdp/v3"

	"github.com/grandstand/grandstand/internal/media/ingest"
)

// offer is what an encoder offers to send.
type offer struct {
	text  string
	sound bool
	sps   []byte   // parameter sets, where the offer names some (RFC 6184, 8.1)
	pps   [][]byte //
}

var errOffer = &ingest.Refusal{Code: "offer", Reason: "the offer is not a session description with video"}

// maxSections bounds the sections of an offer: one of pictures, one of sound, and one of
// data that nobody wants.
const maxSections = 8

// readOffer reads a session description (RFC 8866) and refuses what would make no
// recording: RFC 9725, 4.4.3, wants all of an offer taken or none.
func readOffer(text string) (*offer, error) {
	var d sdp.SessionDescription
	if err := d.UnmarshalString(text); err != nil {
		return nil, errOffer
	}
	if len(d.MediaDescriptions) > maxSections {
		return nil, unacceptable("%d sections", len(d.MediaDescriptions))
	}
	o := &offer{text: text}
	pictures := 0
	for _, m := range d.MediaDescriptions {
		switch m.MediaName.Media {
		case "video":
			if pictures++; pictures > 1 {
				return nil, unacceptable("several pictures")
			}
			if err := o.readPicture(m); err != nil {
				return nil, err
			}
		case "audio":
			if o.sound {
				return nil, unacceptable("several sounds")
			}
			if !hasCodec(m, "opus/48000") {
				return nil, unacceptable("sound that is not Opus")
			}
			o.sound = true
		}
	}
	if pictures == 0 {
		return nil, errOffer
	}
	return o, nil
}

// unacceptable names what an encoder is to be set to otherwise.
func unacceptable(what string, values ...any) *ingest.Refusal {
	return &ingest.Refusal{Code: "codec", Reason: fmt.Sprintf(what, values...) + " is not supported: send one video track in H.264, and one audio track in Opus or none"}
}

func (o *offer) readPicture(m *sdp.MediaDescription) error {
	if _, several := m.Attribute("simulcast"); several {
		return unacceptable("video in several sizes")
	}
	if !hasCodec(m, "h264/90000") {
		return unacceptable("video that is not H.264")
	}
	for _, a := range m.Attributes {
		if _, sets, ok := strings.Cut(a.Value, "sprop-parameter-sets="); ok && a.Key == "fmtp" {
			o.readSets(sets)
		}
	}
	return nil
}

// readSets takes parameter sets that can be read; others come in band.
func (o *offer) readSets(text string) {
	text, _, _ = strings.Cut(text, ";")
	var sps []byte
	var pps [][]byte
	for part := range strings.SplitSeq(strings.TrimSpace(text), ",") {
		unit, err := base64.StdEncoding.DecodeString(part)
		if err != nil || len(unit) < 2 {
			return
		}
		if isSPS(unit) {
			sps = unit
		} else {
			pps = append(pps, unit)
		}
	}
	if sps != nil && len(pps) > 0 {
		o.sps, o.pps = sps, pps
	}
}

// hasCodec looks for a codec among the formats of a section (RFC 8866, 6.6), whatever the
// case of its letters.
func hasCodec(m *sdp.MediaDescription, name string) bool {
	for _, a := range m.Attributes {
		_, codec, _ := strings.Cut(a.Value, " ")
		if a.Key == "rtpmap" && strings.HasPrefix(strings.ToLower(codec), name) {
			return true
		}
	}
	return false
}
