package api

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// publicMedia is where media that need no access are served.
const publicMedia = "/media/public/"

// MediaURL is the address of a public medium: of a key; an address stays as it is,
// and so does nothing.
func MediaURL(key string) string {
	if key == "" || strings.HasPrefix(key, "/") || strings.HasPrefix(key, "https://") {
		return key
	}
	return publicMedia + key
}

// keyOfAddress is the key of a public medium by its address.
func keyOfAddress(address string) string { return strings.TrimPrefix(address, publicMedia) }

// mediaURLs are the addresses of several, never nil.
func mediaURLs(keys []string) []string {
	out := make([]string, len(keys))
	for i, key := range keys {
		out[i] = MediaURL(key)
	}
	return out
}

// firstImage is the address of the first of a list, "" of none.
func firstImage(keys []string) string {
	return MediaURL(firstOf(keys))
}

// show tells of a picture; own are the variants that whoever wrote it gave.
func (v *view) show(key string, own map[int]string) ImageDTO {
	return ImageDTO{MediaURL(key), srcset(v.pictures.Widths(key, own)), v.pictures[key].Placeholder}
}

// emblem is the srcset of a picture that is shown as a crest: no screen has a large one.
func (v *view) emblem(keys []string) string {
	narrow := maps.Clone(v.pictures[firstOf(keys)].Widths)
	maps.DeleteFunc(narrow, func(width int, _ string) bool { return width > widestEmblem })
	return srcset(narrow)
}

// widestEmblem is more than a screen of the highest density needs for a crest, in pixels.
const widestEmblem = 560

// firstOf is the first of a list of keys, "" of none.
func firstOf(keys []string) string {
	if len(keys) == 0 {
		return ""
	}
	return keys[0]
}

// srcset writes the narrower variants of a picture as HTML's srcset does, the
// narrowest first.
func srcset(widths map[int]string) string {
	if len(widths) == 0 {
		return ""
	}
	var b strings.Builder
	for _, width := range slices.Sorted(maps.Keys(widths)) {
		if b.Len() > 0 {
			b.WriteString(", ")
		}
		b.WriteString(MediaURL(widths[width]) + " " + strconv.Itoa(width) + "w")
	}
	return b.String()
}

// orNull turns the zero value, which stands for none, into null.
func orNull[T comparable](v T) *T {
	var none T
	if v == none {
		return nil
	}
	return &v
}

// ImageDTO is a picture with what was made of it.
type ImageDTO struct {
	Image            string `json:"image" doc:"Empty when there is none"`
	ImageSrcset      string `json:"image_srcset" doc:"Narrower variants as HTML's srcset has them; empty when there are none"`
	ImagePlaceholder string `json:"image_placeholder" doc:"A data URI of a few colours to paint until the picture is there; empty when there is none"`
}
