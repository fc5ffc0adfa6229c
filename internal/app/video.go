package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/api"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/vod"
)

// NewVideo is a file that becomes a video of a channel's library. What is left empty stays
// as it is where the library has a video of the same alias.
type NewVideo struct {
	Channel     string // its key
	Path        string
	Alias       string            // how the operator names the video
	Titles      map[string]string // by language, "" for the channel's own; of a new video the file's name
	Description string            // in the channel's language
	Category    string            // an alias; may be left out where there is but one
	Access      string            // free, register or paid; paid where it is left out
}

// VideoUpload is how far an upload is.
type VideoUpload struct {
	Alias, FileName string
	State           string // uploading, uploaded, processing, ready, error
	Percent         int    // of what is done in this state
	Problem         string // why there is no video, in the language that was asked for
	UpdatedAt       time.Time
}

// videoSubject is what the library is told of a video once its film is there.
type videoSubject struct {
	Title       text.Text  `json:"title"`
	Description text.Text  `json:"description,omitempty"`
	Category    string     `json:"category,omitempty"`
	Access      vod.Access `json:"access,omitempty"`
	AtMS        int64      `json:"at_ms"`
}

// UploadVideo sends a file to where films are made of it, a piece at a time; sent hears
// how many bytes of how many are there. Called again with the same file and alias after
// whatever stopped it, it goes on where it was. What the library would refuse of the
// video is refused before anything is sent.
func (a *App) UploadVideo(ctx context.Context, v NewVideo, sent func(done, size int64)) (VideoUpload, error) {
	c, err := a.channelOf(ctx, v.Channel)
	if err != nil {
		return VideoUpload{}, err
	}
	channelID := int64(c.ID)
	subject := videoSubject{Title: text.Text{}, Category: v.Category, Access: vod.Access(v.Access), AtMS: a.Clock.Now().UnixMilli()}
	for language, title := range v.Titles {
		if language == "" {
			language = c.Language
		}
		subject.Title[language] = title
	}
	if v.Description != "" {
		subject.Description = text.Text{c.Language: v.Description}
	}
	item, err := a.videoOf(ctx, channelID, v.Alias, subject)
	if err != nil {
		return VideoUpload{}, err
	}
	if item.Title.IsEmpty() {
		name := filepath.Base(v.Path)
		subject.Title[c.Language] = strings.TrimSuffix(name, filepath.Ext(name))
		item.Title = subject.Title
	}
	if err := a.VOD.CheckItem(ctx, channelID, item); err != nil {
		return VideoUpload{}, err
	}
	encoded, err := json.Marshal(subject)
	if err != nil {
		return VideoUpload{}, fmt.Errorf("encode what is said of a video: %w", err)
	}
	u, err := a.sendFile(ctx, channelID, v, string(encoded), sent)
	return videoUpload(u, c.Language), err
}

// sendFile sends what is missing of a file.
func (a *App) sendFile(ctx context.Context, channelID int64, v NewVideo, subject string, sent func(done, size int64)) (media.Upload, error) {
	file, err := os.Open(v.Path)
	if err != nil {
		return media.Upload{}, fmt.Errorf("open the video: %w", err)
	}
	defer file.Close()
	sum := sha256.New()
	size, err := io.Copy(sum, file)
	if err != nil {
		return media.Upload{}, fmt.Errorf("read the video: %w", err)
	}
	by := actor.ForSystem(channelID)
	u, err := a.Media.BeginUpload(ctx, by, channelID, media.NewUpload{
		Alias: v.Alias, FileName: filepath.Base(v.Path), Size: size, Digest: hex.EncodeToString(sum.Sum(nil)), Subject: subject,
	})
	if err != nil {
		return u, err
	}
	piece := make([]byte, media.UploadPiece)
	for u.State == media.Uploading {
		sent(u.Received, u.Size)
		n, err := file.ReadAt(piece, u.Received)
		if err != nil && !errors.Is(err, io.EOF) {
			return u, fmt.Errorf("read the video: %w", err)
		}
		if u, err = a.Media.AppendUpload(ctx, by, channelID, u.ID, u.Received, piece[:n]); err != nil {
			return u, err
		}
	}
	sent(u.Received, u.Size)
	return u, nil
}

// videoOf is the video that an upload becomes, without what it plays.
func (a *App) videoOf(ctx context.Context, channelID int64, alias string, s videoSubject) (vod.Item, error) {
	item := vod.Item{Alias: alias, Title: text.Text{}, Access: vod.Paid, Date: time.UnixMilli(s.AtMS).UTC()}
	found, err := a.VOD.FindByAlias(ctx, channelID, alias)
	switch {
	case err == nil:
		item = *found
	case fault.KindOf(err) != fault.NotFound:
		return item, err
	}
	if len(item.Media) > 1 {
		return item, fault.New(fault.Conflict, "video_of_parts", "This video has several parts. Upload the file as another video.")
	}
	if item.Title = maps.Clone(item.Title); item.Title == nil {
		item.Title = text.Text{}
	}
	maps.Copy(item.Title, s.Title)
	if len(s.Description) > 0 {
		item.Description = s.Description
	}
	if s.Access != "" {
		item.Access = s.Access
	}
	if s.Category != "" {
		item.Category = s.Category
	}
	if item.Category == "" {
		item.Category, err = a.onlyCategory(ctx, channelID)
		return item, err
	}
	return item, nil
}

// onlyCategory is the category of a library that has but one.
func (a *App) onlyCategory(ctx context.Context, channelID int64) (string, error) {
	categories, err := a.VOD.Categories(ctx, channelID)
	if err != nil {
		return "", err
	}
	names := make([]string, len(categories))
	for i, c := range categories {
		names[i] = c.Alias
	}
	switch len(names) {
	case 0:
		return "", errors.New("the library has no categories yet: add them to the pack and run channel apply")
	case 1:
		return names[0], nil
	}
	return "", fmt.Errorf("--category must be one of: %s", strings.Join(names, ", "))
}

// keepPoster makes a picture of a film one of the channel's: where nothing comes to show
// it, it leaves again as others do.
func (a *App) keepPoster(ctx context.Context, channelID int64, jpeg []byte) (string, error) {
	c, err := a.Channels.FindByID(ctx, channel.ID(channelID))
	if err != nil {
		return "", err
	}
	up, err := a.Pictures.Upload(ctx, actor.ForSystem(channelID), channelID, c.Key, jpeg)
	return up.Key, err
}

// uploadReady puts an upload's film into the library.
func (a *App) uploadReady(ctx context.Context, _ bun.Tx, channelID int64, u media.Upload, film media.Film) error {
	var subject videoSubject
	if err := json.Unmarshal([]byte(u.Subject), &subject); err != nil {
		return fmt.Errorf("read what is said of a video: %w", err)
	}
	item, err := a.videoOf(ctx, channelID, u.Alias, subject)
	if err != nil {
		return err
	}
	if u.Poster != "" && item.Image.Key == "" {
		if err := a.Pictures.Use(ctx, channelID, u.Poster); err != nil {
			return err
		}
		item.Image = vod.Image{Key: u.Poster}
	}
	item.Media = []vod.Medium{{Alias: "main", FilmID: int64(film.ID), Duration: film.Duration}}
	return a.VOD.Put(ctx, actor.ForSystem(channelID), channelID, item)
}

// RemoveVideo removes a video from the library of a channel. Its film stays in the store.
func (a *App) RemoveVideo(ctx context.Context, channelKey, alias string) error {
	c, err := a.channelOf(ctx, channelKey)
	if err != nil {
		return err
	}
	return a.VOD.Remove(ctx, actor.ForSystem(int64(c.ID)), int64(c.ID), alias)
}

// VideoUploads lists a channel's uploads, the newest first, with what went wrong said in a
// language; "" for the channel's own.
func (a *App) VideoUploads(ctx context.Context, channelKey, language string) ([]VideoUpload, error) {
	c, err := a.channelOf(ctx, channelKey)
	if err != nil {
		return nil, err
	}
	if language == "" {
		language = c.Language
	}
	uploads, err := a.Media.Uploads(ctx, actor.ForSystem(int64(c.ID)), int64(c.ID))
	out := make([]VideoUpload, len(uploads))
	for i, u := range uploads {
		out[i] = videoUpload(u, language)
	}
	return out, err
}

func videoUpload(u media.Upload, language string) VideoUpload {
	out := VideoUpload{
		Alias: u.Alias, FileName: u.FileName, State: string(u.State), Percent: u.Percent, Problem: api.Say(language, u.Problem), UpdatedAt: u.UpdatedAt,
	}
	if u.State == media.Uploading && u.Size > 0 {
		out.Percent = int(100 * u.Received / u.Size)
	}
	return out
}
