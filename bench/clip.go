package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"time"

	"github.com/grandstand/grandstand/test/stage"
)

// clipTimes is how often each thing is done; the figures are means.
const clipTimes = 10

// measureClip cuts half a minute out of an event of two hours, beside ffmpeg in the same run. It is the benchmark of
// internal/media that does so: calls of the API would be measured with it, and jobs wait in a queue.
func measureClip(ctx context.Context, _ *bench) ([]row, error) {
	root, err := stage.Root()
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, "go", "test", "./internal/media", "-run", "^$", "-bench", "^BenchmarkCut$",
		"-benchtime", fmt.Sprintf("%dx", clipTimes), "-timeout", "20m")
	cmd.Dir, cmd.Stderr = root, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	took, err := clipFigures(string(out))
	if err != nil {
		return nil, err
	}
	return []row{
		{
			what: "clip of 30 s from 2 h: it is there and a player has its lists", figure: milliseconds(took["at_once"]),
			aim: "at most 20 ms", reached: judge(took["at_once"] <= 20*time.Millisecond),
		},
		{what: "making it, on key frames, and drawing its poster meanwhile", figure: milliseconds(took["posted"])},
		{what: "making it, on key frames", figure: milliseconds(took["aligned"])},
		{what: "ffmpeg -c copy of the same length", figure: milliseconds(took["copy"])},
		ratio("clip on key frames, to ffmpeg -c copy", took["aligned"].Seconds(), took["copy"].Seconds(), "at most 1", atMost(1)),
		{what: "making it, both ends amid a group, with its poster", figure: milliseconds(took["exact"])},
		{what: "ffmpeg, all of it encoded anew", figure: milliseconds(took["encode"])},
		ratio("clip exact to the picture, to encoding all of it", took["exact"].Seconds(), took["encode"].Seconds(), "at most 0.15", atMost(0.15)),
	}, nil
}

// clipFigures reads what each part took from what go test prints.
func clipFigures(output string) (map[string]time.Duration, error) {
	took := map[string]time.Duration{}
	for _, m := range regexp.MustCompile(`(?m)^BenchmarkCut/(\w+?)(?:-\d+)?\s+\d+\s+([\d.]+) ns/op`).FindAllStringSubmatch(output, -1) {
		ns, err := strconv.ParseFloat(m[2], 64)
		if err != nil {
			return nil, err
		}
		took[m[1]] = time.Duration(ns)
	}
	for _, part := range []string{"at_once", "posted", "aligned", "exact", "copy", "encode"} {
		if took[part] <= 0 {
			return nil, fmt.Errorf("%s was not measured: %s", part, output)
		}
	}
	return took, nil
}
