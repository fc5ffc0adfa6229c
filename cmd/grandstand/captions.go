package main

import (
	"fmt"

	"github.com/grandstand/grandstand/internal/app"
)

// vodCaptionsCommands look after the captions of videos.
type vodCaptionsCommands struct {
	Add    captionsAddCommand    `cmd:"" help:"Give a video captions in a language, in place of those that it has."`
	Remove captionsRemoveCommand `cmd:"" help:"Take a video's captions in a language away."`
}

// captionsAddCommand reads a file of captions.
type captionsAddCommand struct {
	Video   string `arg:"" help:"Alias of the video."`
	File    string `arg:"" type:"existingfile" help:"WebVTT or SRT, in UTF-8."`
	Channel string `required:"" help:"Channel key."`
	Lang    string `required:"" help:"Language: en, fr, fr-CA."`
	Label   string `help:"As viewers choose it; the language's own name where it is left out."`
}

// Run says how many there are.
func (c captionsAddCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		count, err := a.AddCaptions(env.ctx, app.NewCaptions{
			Channel: c.Channel, Video: c.Video, Path: c.File, Language: c.Lang, Label: c.Label,
		})
		if err != nil {
			return err
		}
		fmt.Fprintf(env.stdout, "%s has %d captions in %s.\n", c.Video, count, c.Lang)
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
