package api

import (
	"slices"

	"github.com/grandstand/grandstand/internal/fault"
)

// Values of the parameter spoilers, which every call understands. Who gives none is
// told what their user wants to be told.
const (
	hideSpoilers = "hide"
	showSpoilers = "show"
)

func checkSpoilers(q query) error {
	switch q.spoilers {
	case "", hideSpoilers, showSpoilers:
		return nil
	}
	return fault.InvalidFields(fault.Field{Field: "spoilers", Code: "not_allowed", Message: "The value must be one of: hide, show."})
}

// typeImage is a picture among media: one that was taken from the stream.
const typeImage = 1

// typeEmbedded is a page that shows an event in a frame.
const typeEmbedded = 4

// unspoiledMedia are the media of a game that tell nothing of it before they are
// played: no picture, no length.
func unspoiledMedia(media []Medium) []Medium {
	told := withoutPictures(media)
	for i := range told {
		told[i].Duration, told[i].Veiled = 0, true
	}
	return told
}

// withoutPictures are the media of a game without those that were taken of it.
func withoutPictures(media []Medium) []Medium {
	return slices.DeleteFunc(slices.Clone(media), func(m Medium) bool { return m.Type == typeImage })
}
