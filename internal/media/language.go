package media

import (
	"context"
	"fmt"

	"golang.org/x/text/language"

	"github.com/grandstand/grandstand/internal/media/transcode"
)

// withoutSound is the language of a film without sound: no linguistic content (ISO 639-2).
const withoutSound = "zxx"

// channelLanguage is the language of the sound of a channel's games; empty where it is not known.
func (s *Service) channelLanguage(ctx context.Context, channelID int64) (string, error) {
	if s.Language == nil {
		return "", nil
	}
	tag, err := s.Language(ctx, channelID)
	if err != nil {
		return "", fmt.Errorf("find the language of channel %d: %w", channelID, err)
	}
	return tag, nil
}

// soundLanguage is the language of an uploaded film's sound; empty where its file does not say.
func soundLanguage(survey transcode.Survey) string {
	if survey.Audio < 0 {
		return withoutSound
	}
	tag, ok := trackLanguage(survey.Language)
	if !ok {
		return ""
	}
	return tag.String()
}

// trackLanguage reads the language of a track of a file, by ISO 639-2, which has two codes for French
// and others. It is false where the file does not say.
func trackLanguage(code string) (language.Tag, bool) {
	tag, err := language.All.Parse(code)
	return tag, err == nil && tag != language.Und
}
