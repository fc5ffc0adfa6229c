package main

import (
	"fmt"

	"github.com/grandstand/grandstand/internal/app"
)

// vodChaptersCommands look after the chapters of videos.
type vodChaptersCommands struct {
	Set    chaptersSetCommand    `cmd:"" help:"Give a video chapters, in place of those that it has."`
	Remove chaptersRemoveCommand `cmd:"" help:"Take a video's chapters away."`
}

// chaptersSetCommand reads a file of chapters.
type chaptersSetCommand struct {
	Video   string `arg:"" help:"Alias of the video."`
	File    string `arg:"" type:"existingfile" help:"WebVTT or SRT, in UTF-8: each cue is a chapter, from where it begins."`
	Channel string `required:"" help:"Channel key."`
	Lang    string `help:"Language: en, fr; left out for everybody whose language has none."`
}

// Run says how many there are.
func (c chaptersSetCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		count, err := a.SetChapters(env.ctx, app.NewChapters{Channel: c.Channel, Video: c.Video, Path: c.File, Language: c.Lang})
		if err != nil {
			return err
		}
		fmt.Fprintf(env.stdout, "%s has %d chapters.\n", c.Video, count)
		return nil
	})
}

// chaptersRemoveCommand takes chapters away.
type chaptersRemoveCommand struct {
	Video   string `arg:"" help:"Alias of the video."`
	Channel string `required:"" help:"Channel key."`
	Lang    string `help:"Language; left out for those that the file has, or that were given without one."`
}

// Run removes them.
func (c chaptersRemoveCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		return a.RemoveChapters(env.ctx, c.Channel, c.Video, c.Lang)
	})
}
