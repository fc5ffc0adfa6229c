package media

import (
	"github.com/grandstand/grandstand/internal/media/playlist"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// isSound reports whether a file belongs to the sound of a stream: its playlist, or an initialisation,
// a segment or a part that the playlist lists. An address that is signed for the sound opens these only.
func isSound(file string) bool {
	if file == playlist.AudioRewind.FileName() || file == playlist.VeiledAudio.FileName() {
		return true
	}
	name, err := segment.ParseName(file)
	return err == nil && name.Rendition == segment.Audio
}

// SoundURL signs the address of the sound of a stream for a visitor's session: of the live event and of
// its recording, or, veiled, of the recording without telling how long it is. It lives as long as those of
// PlaybackURL.
func (s *Service) SoundURL(g Grant, id StreamID, veiled bool) string {
	g.Sound = true
	list := playlist.AudioRewind.FileName()
	if veiled {
		list = playlist.VeiledAudio.FileName()
	}
	return s.PlaybackURL(g, Source{StreamID: id}).Base + list
}
