package main

import (
	"fmt"

	"github.com/grandstand/grandstand/internal/app"
)

// vodCaptionsCommands look after the captions of videos.
type vodCaptionsCommands struct {
	Add    captionsAddCommand    `cmd:"" help:"Add captions in a language to a video, or replace them."`
	Remove captionsRemoveCommand `cmd:"" help:"Remove the captions in a language from a video."`
}

// captionsAddCommand reads a file of captions.
type captionsAddCommand struct {
	Video   string `arg:"" help:"Alias of the video."`
	File    string `arg:"" type:"existingfile" help:"SRT, WebVTT, ASS or SSA, in UTF-8, UTF-16 or Windows-1252."`
	Channel string `required:"" help:"Channel key."`
	Lang    string `required:"" help:"Language: en, fr, fr-CA."`
	Label   string `help:"Name that viewers see in the menu (default: the language's own name)."`
}

// Run says how many there are, how the file was read and what of it was passed over.
func (c captionsAddCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		track, err := a.AddCaptions(env.ctx, app.NewCaptions{
			Channel: c.Channel, Video: c.Video, Path: c.File, Language: c.Lang, Label: c.Label,
		})
		if err != nil {
			return err
		}
		fmt.Fprintf(env.stdout, "%s has %s in %s.\n", c.Video, quantity(track.Count, "caption"), c.Lang)
		app.WriteCaptionReading(env.stdout, c.File, track.Reading)
		return nil
	})
}

// captionsRemoveCommand takes captions away.
type captionsRemoveCommand struct {
	Video   string `arg:"" help:"Alias of the video."`
	Channel string `required:"" help:"Channel key."`
	Lang    string `required:"" help:"Language."`
}

// Run removes them.
func (c captionsRemoveCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		return a.RemoveCaptions(env.ctx, c.Channel, c.Video, c.Lang)
	})
}
