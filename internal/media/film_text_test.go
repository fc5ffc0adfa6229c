package media

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// subtitled adds tracks of subtitles to a file: French, German, of an unknown language, and
// English for signs only.
func subtitled(t *testing.T, content []byte) []byte {
	t.Helper()
	dir := t.TempDir()
	film, words, out := filepath.Join(dir, "film.mkv"), filepath.Join(dir, "words.srt"), filepath.Join(dir, "subtitled.mkv")
	text := "1\n00:00:01,000 --> 00:00:02,000\n{\\an8}But de <i>Léa</i> & <text>\n"
	if err := os.WriteFile(film, content, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(words, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	args := strings.Fields("-v error -nostdin -i " + film + " -i " + words + " -map 0 -map 1 -map 1 -map 1 -map 1 -c copy -c:s:1 ass" +
		" -metadata:s:s:0 language=fre -metadata:s:s:1 language=ger -metadata:s:s:3 language=eng -disposition:s:3 forced " + out)
	if said, err := exec.CommandContext(t.Context(), "ffmpeg", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	content, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// hasOwnCaptions expects the captions that subtitled adds.
func hasOwnCaptions(t *testing.T, a *arena) {
	t.Helper()
	list := string(a.get("index.m3u8").body)
	if !strings.Contains(list, `NAME="français",LANGUAGE="fr"`) || !strings.Contains(list, `NAME="Deutsch",LANGUAGE="de"`) || strings.Count(list, "TYPE=SUBTITLES") != 2 {
		t.Errorf("the list:\n%s", list)
	}
	for line := range strings.Lines(string(a.get("captions-fr.m3u8").body)) {
		if !strings.HasPrefix(line, "captions-") {
			continue
		}
		want := "00:00:01.000 --> 00:00:02.000 line:0\nBut de <i>Léa</i> &amp; &lt;text&gt;\n"
		if text := string(a.get(strings.TrimSpace(line)).body); !strings.Contains(text, want) {
			t.Errorf("the captions:\n%s", text)
		}
	}
}
