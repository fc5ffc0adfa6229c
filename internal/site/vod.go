package site

import (
	"context"
	"fmt"
	"time"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/picture"
	"github.com/grandstand/grandstand/internal/vod"
)

// Kinds of the library's routes.
const (
	kindLibrary = "vod_library"
	kindVideo   = "vod_item"
)

var (
	libraryTitles   = map[string]string{"en": "Video library", "fr": "Vidéothèque"}
	noVideoTitles   = map[string]string{"en": "Video not found", "fr": "Vidéo introuvable"}
	libraryAbstract = map[string]string{
		"en": "Features, classics and highlights to watch any time.",
		"fr": "Reportages, classiques et faits saillants à regarder en tout temps.",
	}
)

// Video is one item of the VOD library for its structured data.
type Video struct {
	Title       string
	Description string
	Date        time.Time
	Duration    time.Duration // 0 when not known
	Free        bool
}

// library is the page of the whole library; its picture is that of the newest video.
func (d Domains) library(ctx context.Context, c Channel) (View, error) {
	view := View{Title: libraryTitles[c.Lang], Description: libraryAbstract[c.Lang]}
	pictures, err := d.Pictures.Gallery(ctx, c.ID)
	if err != nil {
		return View{}, err
	}
	newest, err := d.VOD.List(ctx, c.ID, vod.Filter{}, vod.Page{Sort: vod.ByDate, Descending: true, Limit: 1})
	for _, item := range newest {
		view.Image, view.Card = d.poster(item, pictures)
	}
	return view, err
}

func (d Domains) video(ctx context.Context, c Channel, id int64) (View, error) {
	item, err := d.VOD.Find(ctx, c.ID, vod.ItemID(id))
	if fault.KindOf(err) == fault.NotFound {
		return View{NotFound: true, Title: noVideoTitles[c.Lang]}, nil
	}
	if err != nil {
		return View{}, err
	}
	if c.HideScores {
		item = item.Unspoiled()
	}
	video := &Video{
		Title: item.Title.In(c.Lang), Description: summary(item.Description.In(c.Lang)), Date: item.Date, Duration: item.Duration,
		Free: item.Access != vod.Paid,
	}
	pictures, err := d.Pictures.Gallery(ctx, c.ID)
	if err != nil {
		return View{}, err
	}
	view := View{Title: video.Title, Description: firstOf(video.Description, libraryAbstract[c.Lang]), Video: video}
	view.Image, view.Card = d.poster(item, pictures)
	return view, nil
}

// poster is the picture of a video, for search engines and for cards.
func (d Domains) poster(item *vod.Item, pictures picture.Gallery) (address string, card Shared) {
	image := item.Preview
	if image.Key == "" {
		image = item.Image
	}
	return d.MediaURL(image.Key), d.shared(image.Key, image.Widths, pictures)
}

// videoData describes a video for search engines: schema.org VideoObject.
func videoData(v Video, doc document) any {
	object := map[string]any{
		"@context":            "https://schema.org",
		"@type":               "VideoObject",
		"@id":                 doc.Canonical + "#video",
		"name":                v.Title,
		"description":         firstOf(v.Description, v.Title),
		"uploadDate":          v.Date.UTC().Format(time.RFC3339),
		"url":                 doc.Canonical,
		"isAccessibleForFree": v.Free,
		"inLanguage":          doc.Lang,
	}
	put(object, "thumbnailUrl", doc.Image)
	if v.Duration > 0 {
		object["duration"] = fmt.Sprintf("PT%dS", int64(v.Duration.Seconds())) // ISO 8601
	}
	return object
}
