package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/grandstand/grandstand/internal/app"
)

// vodCommands look after the videos of a library.
type vodCommands struct {
	Upload vodUploadCommand `cmd:"" help:"Upload a video to a channel's library. After an interruption, the same command continues."`
	Status vodStatusCommand `cmd:"" help:"Show the state of uploads."`
	Remove vodRemoveCommand `cmd:"" help:"Remove a video from a channel's library. A video of the channel's pack comes back with the next channel apply."`

	Captions vodCaptionsCommands `cmd:"" help:"Manage the captions of a video."`
	Chapters vodChaptersCommands `cmd:"" help:"Manage the chapters of a video. Chapters in an uploaded file are used without this command."`
}

// vodUploadCommand sends a file. A server, on this machine or another one that shares the
// database and the media store, makes the video.
type vodUploadCommand struct {
	File        string            `arg:"" type:"existingfile" help:"The video: MP4, MOV, MKV, WebM, AVI, MPEG-TS and others."`
	Channel     string            `required:"" help:"Channel key."`
	Alias       string            `help:"Alias of the video (default: from the file's name). With the alias of an existing video, the upload replaces that video's file."`
	Title       string            `help:"Title in the channel's language (default for a new video: the file's name)."`
	TitleIn     map[string]string `help:"Title in another language: fr='Le match'." placeholder:"LANGUAGE=TITLE"`
	Description string            `help:"Description in the channel's language, in HTML."`
	Category    string            `help:"Alias of the category in the library. Needed only if there are several categories."`
	Access      string            `help:"Who may watch: free, register or paid (default for a new video: paid)." enum:",free,register,paid" default:""`
}

// Run prints how much is sent, and last what happens next.
func (c vodUploadCommand) Run(env *environment) error {
	alias := cmp.Or(c.Alias, aliasOf(c.File))
	if alias == "" {
		return errors.New("give an --alias: the file's name has no letter that an alias can have")
	}
	titles := map[string]string{}
	maps.Copy(titles, c.TitleIn)
	if c.Title != "" {
		titles[""] = c.Title
	}
	return withApp(env, func(a *app.App) error {
		upload, err := a.UploadVideo(env.ctx, app.NewVideo{
			Channel: c.Channel, Path: c.File, Alias: alias, Titles: titles, Description: c.Description, Category: c.Category, Access: c.Access,
		}, func(done, size int64) {
			fmt.Fprintf(env.stderr, "\r%3d %% of %d MB", 100*done/size, (size+999_999)/1_000_000)
		})
		fmt.Fprintln(env.stderr)
		if err != nil {
			return err
		}
		fmt.Fprintf(env.stdout, "%s is %s; grandstand vod status --channel %s shows its progress.\n", upload.Alias, upload.State, c.Channel)
		return nil
	})
}

// aliasOf makes an alias of a file's name: its letters and digits, in lower case.
func aliasOf(path string) string {
	stem := strings.ToLower(strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)))
	words := strings.FieldsFunc(stem, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	alias := strings.Join(words, "-")
	return strings.TrimRight(alias[:min(len(alias), 100)], "-")
}

// vodRemoveCommand removes a video.
type vodRemoveCommand struct {
	Video   string `arg:"" help:"Alias of the video."`
	Channel string `required:"" help:"Channel key."`
}

// Run removes the video.
func (c vodRemoveCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		if err := a.RemoveVideo(env.ctx, c.Channel, c.Video); err != nil {
			return err
		}
		fmt.Fprintf(env.stdout, "%s was removed from the library.\n", c.Video)
		return nil
	})
}

// vodStatusCommand lists uploads.
type vodStatusCommand struct {
	Channel  string `required:"" help:"Channel key."`
	Language string `enum:",en,fr" default:"" help:"Language of error messages: en or fr (default: the channel's)."`
}

// Run prints one line for each upload, the newest first.
func (c vodStatusCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		uploads, err := a.VideoUploads(env.ctx, c.Channel, c.Language)
		if err != nil {
			return err
		}
		return writeUploads(env.stdout, uploads)
	})
}

func writeUploads(out io.Writer, uploads []app.VideoUpload) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, u := range uploads {
		state := u.State
		if u.State == "uploading" || u.State == "processing" {
			state = fmt.Sprintf("%s %d %%", u.State, u.Percent)
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", u.Alias, state, u.UpdatedAt.UTC().Format(time.DateTime), u.FileName, u.Problem)
	}
	return table.Flush()
}
