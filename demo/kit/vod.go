package kit

// Library is the library of videos.
type Library struct {
	Categories []LibraryCategory `json:"categories"`
	Items      []LibraryItem     `json:"items"`
	Rails      []LibraryRail     `json:"rails"`
}

// LibraryCategory is a shelf of the library.
type LibraryCategory struct {
	Key   string `json:"key"`
	Title Text   `json:"title"`
}

// LibraryItem is one video. Still is the key of its picture; Access is "free",
// "register" or "paid".
type LibraryItem struct {
	Key         string          `json:"key"`
	Category    string          `json:"category"`
	Access      string          `json:"access"`
	DaysAgo     int             `json:"days_ago"`
	Still       string          `json:"still"`
	Title       Text            `json:"title"`
	Description Text            `json:"description"` // HTML
	Media       []LibraryMedium `json:"media"`
}

// LibraryMedium is a part of a video: a clip, played Loops times in a row, or, without
// one, the recording of that index in [Events].
type LibraryMedium struct {
	Key       string `json:"key"`
	Title     Text   `json:"title"`
	Clip      string `json:"clip"`
	Loops     int    `json:"loops"`
	Recording int    `json:"recording"`
}

// LibraryRail is a titled row of items, by their keys.
type LibraryRail struct {
	Key   string   `json:"key"`
	Title Text     `json:"title"`
	Items []string `json:"items"`
}
