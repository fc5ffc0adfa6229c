package media

import (
	"context"
	"fmt"

	"golang.org/x/text/language"

	"github.com/grandstand/grandstand/internal/media/transcode"
)

// withoutSound is the ISO 639-2 code for "no linguistic content". Films without sound get it.
const withoutSound = "zxx"

// channelLanguage returns the language of a channel, which its games' sound has. It is empty if the service has no Language
// function.
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

// soundLanguage returns the language of an uploaded film's sound, or "" if the file names none.
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

// trackLanguage parses the ISO 639-2 language code of a track. Some languages have two codes, such as "fre" and "fra" for
// French: both give the same tag. It returns false if the code is missing, undetermined ("und") or invalid.
func trackLanguage(code string) (language.Tag, bool) {
	tag, err := language.All.Parse(code)
	return tag, err == nil && tag != language.Und
}
