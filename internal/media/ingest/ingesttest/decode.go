package ingesttest

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// Decode plays everything that was recorded through ffmpeg and returns its complaints.
func (g *Gate) Decode(t testing.TB) string {
	t.Helper()
	snapshot := g.Index.Load()
	var all strings.Builder
	for _, r := range []segment.Rendition{segment.Video, segment.Audio} {
		for _, run := range snapshot.Runs {
			cmd := exec.CommandContext(t.Context(), "ffmpeg", "-v", "warning", "-xerror", "-f", "mp4", "-i", "pipe:0", "-f", "null", "-")
			cmd.Stdin, cmd.Stderr = bytes.NewReader(File(snapshot, run, r)), &all
			if err := cmd.Run(); err != nil {
				fmt.Fprintf(&all, "%s of run %d: %v\n", r, run.Number, err)
			}
		}
	}
	return all.String()
}

// File is what was recorded of a run in one file, without the parts of a segment that did not
// end.
func File(s *segment.Snapshot, run *segment.Run, r segment.Rendition) []byte {
	file := bytes.Clone(run.Init(r))
	for _, hot := range s.Recent {
		if hot.Run == run {
			file = append(file, hot.Whole(r)...)
		}
	}
	return file
}
