package main

import (
	"fmt"

	"github.com/grandstand/grandstand/internal/app"
)

// vodChaptersCommands look after the chapters of videos.
type vodChaptersCommands struct {
	Set    chaptersSetCommand    `cmd:"" help:"Add chapters to a video, or replace them."`
	Remove chaptersRemoveCommand `cmd:"" help:"Remove the chapters from a video."`
}

// chaptersSetCommand reads a file of chapters.
type chaptersSetCommand struct {
	Video   string `arg:"" help:"Alias of the video."`
	File    string `arg:"" type:"existingfile" help:"WebVTT, SRT, ASS or SSA file. Each cue is a chapter that starts with the cue."`
	Channel string `required:"" help:"Channel key."`
	Lang    string `help:"Language: en or fr. Leave it out for viewers whose language has no chapters."`
}

// Run says how many there are, how the file was read and what of it was passed over.
func (c chaptersSetCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		count, reading, err := a.SetChapters(env.ctx, app.NewChapters{Channel: c.Channel, Video: c.Video, Path: c.File, Language: c.Lang})
		if err != nil {
			return err
		}
		fmt.Fprintf(env.stdout, "%s has %s.\n", c.Video, quantity(count, "chapter"))
		app.WriteCaptionReading(env.stdout, c.File, reading)
		return nil
	})
}

// chaptersRemoveCommand takes chapters away.
type chaptersRemoveCommand struct {
	Video   string `arg:"" help:"Alias of the video."`
	Channel string `required:"" help:"Channel key."`
	Lang    string `help:"Language. Leave it out for the chapters of the file itself, or those added without a language."`
}

// Run removes them.
func (c chaptersRemoveCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		return a.RemoveChapters(env.ctx, c.Channel, c.Video, c.Lang)
	})
}
