package transcode

import "time"

// probedProgram is one of the programs of a transport stream: a channel of television or radio.
type probedProgram struct {
	Streams []struct {
		Index int `json:"index"`
	} `json:"streams"`
}

// ofProgram returns the streams of the program that the film is made of: of several, the first with pictures and
// sound, else the first with pictures. A recording of one program may list the others without any of their data.
func (p probed) ofProgram(codecs codecTable) []probedStream {
	if len(p.Programs) < 2 {
		return p.Streams
	}
	film, best := p.Streams, 0
	for _, program := range p.Programs {
		var own []probedStream
		pictures, sound := 0, 0
		for _, s := range p.Streams {
			if !program.has(s.Index) {
				continue
			}
			own = append(own, s)
			switch {
			case !codecs.accepts(s.Codec):
			case s.Type == "video" && s.Width > 0:
				pictures = 2
			case s.Type == "audio" && s.Channels > 0:
				sound = 1
			}
		}
		if pictures+sound > best {
			film, best = own, pictures+sound
		}
	}
	return film
}

func (p probedProgram) has(index int) bool {
	for _, s := range p.Streams {
		if s.Index == index {
			return true
		}
	}
	return false
}

// begin is when the film begins, by the file's clock. Each program has its own clock, and ffmpeg counts from the
// first of the tracks that it reads.
func (p probed) begin(video, audio probedStream) time.Duration {
	if len(p.Programs) < 2 {
		return seconds(p.Format.Start)
	}
	return min(seconds(video.Start), seconds(audio.Start))
}

// track returns the track of a type that the film is made of: of those that can be decoded the default one, else the
// first. It is Unreadable if there are tracks of the type and none can be decoded.
func (p probed) track(kind string, codecs codecTable) (track probedStream, found bool, err error) {
	refused := false
	for _, s := range p.Streams {
		switch {
		case s.Type != kind || s.Disposition.Attached > 0:
		case !codecs.accepts(s.Codec):
			// ffprobe knows no name of some tracks of sound, such as those of phones for spatial audio.
			refused = refused || kind == "video" || s.Codec != ""
		case !found || s.Disposition.Default > track.Disposition.Default:
			track, found = s, true
		}
	}
	if !found && refused {
		return track, false, Unreadable
	}
	return track, found, nil
}
