package transcode

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// beast is a hostile file, and what it is refused for; 0 where it is taken.
type beast struct {
	name    string
	content []byte
	why     Refusal
}

func TestHostileUploadsBounce(t *testing.T) {
	var asked atomic.Int64
	bait := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	defer bait.Close()
	s := newStudio(t, DefaultStudioLimits())
	for _, b := range zoo(t, bait.URL) {
		t.Run(b.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "upload")
			if err := os.WriteFile(path, b.content, 0o600); err != nil {
				t.Fatal(err)
			}
			survey, err := s.Survey(t.Context(), path)
			if err == nil {
				err = s.Encode(t.Context(), path, t.TempDir(), survey, Ladder(survey), func(time.Duration) {})
			}
			var why Refusal
			if errors.As(err, &why); why != b.why || (err != nil) != (b.why != 0) {
				t.Errorf("%v, not %v: %+v", err, b.why, survey)
			}
		})
	}
	if n := asked.Load(); n != 0 {
		t.Errorf("%d requests over the network", n)
	}
	// The bait is one: a reader that may do what it likes asks for it.
	list := filepath.Join(t.TempDir(), "list.m3u8")
	if err := os.WriteFile(list, playlistTo(bait.URL+"/a.ts"), 0o600); err != nil {
		t.Fatal(err)
	}
	_ = exec.CommandContext(t.Context(), "ffprobe", "-v", "quiet", "-protocol_whitelist", "file,http,tcp", list).Run()
	if asked.Load() == 0 {
		t.Error("nobody takes the bait")
	}
}

func playlistTo(address string) []byte {
	return fmt.Appendf(nil, "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n%s\n#EXT-X-ENDLIST\n", address)
}

func zoo(t *testing.T, bait string) []beast {
	t.Helper()
	h264 := "-c:v libx264 -preset ultrafast -pix_fmt yuv420p"
	game := read(t, film(t, "game.mp4", with(pattern("160x90", "25", "20"), h264, "-b:v 400k -movflags +faststart")...))
	late := read(t, film(t, "late.mp4", with(pattern("160x90", "25", "2"), h264)...))
	short := read(t, film(t, "short.mkv", with(pattern("160x90", "25", "2"), h264)...))
	sound := read(t, film(t, "sound.m4a", with(tone("1"), "-c:a aac")...))
	local := filepath.Join(t.TempDir(), "private.mp4")
	if err := os.WriteFile(local, game, 0o600); err != nil {
		t.Fatal(err)
	}
	return []beast{
		{"nothing", nil, Unreadable},
		{"noise", bytes.Repeat([]byte("noise\x00\xff"), 20_000), Unreadable},
		{"playlist over the network", playlistTo(bait + "/a.ts"), Unreadable},
		{"playlist of a local file", playlistTo("file://" + local), Unreadable},
		{"playlist of data", playlistTo("data:video/mp4;base64,AAAAIGZ0eXBpc29t"), Unreadable},
		{"playlist by crypto", playlistTo("crypto+file://" + local), Unreadable},
		{"playlist in a polyglot", append(playlistTo(bait+"/a.ts"), late...), Unreadable},
		{"concatenation", fmt.Appendf(nil, "ffconcat version 1.0\nfile '%s'\n", local), Unreadable},
		{"manifest", fmt.Appendf(nil, `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"><Period><AdaptationSet><Representation id="1"><BaseURL>%s</BaseURL></Representation></AdaptationSet></Period></MPD>`, bait), Unreadable},
		{"session description", []byte("v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\na=rtpmap:96 H264/90000\n"), Unreadable},
		{"filter graph", []byte("movie=" + local + "[out0]"), Unreadable},
		{"metadata", []byte(";FFMETADATA1\ntitle=x\n"), Unreadable},
		{"subtitles", []byte("WEBVTT\n\n00:00.000 --> 00:01.000\nHi\n"), Unreadable},
		{"drawing", fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><image href="%s"/></svg>`, bait), Unreadable},
		{"picture", read(t, film(t, "picture.png", with(pattern("64x64", "1", "1"), "-frames:v 1")...)), Unreadable},
		{"archive in a polyglot", append([]byte("PK\x03\x04\x14\x00\x00\x00\x08\x00"), bytes.Repeat([]byte{0}, 64)...), Unreadable},
		{"a page behind a film", append(bytes.Clone(game), "<html><script>alert(1)</script></html>"...), 0},
		{"without tables", late[:len(late)/2], CutShort},
		{"cut short", game[:len(game)/2], CutShort},
		{"no streams", append([]byte("\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isommp41"), emptyMoov()...), NoPictures},
		{"only sound", sound, NoPictures},
		{"only a cover", read(t, cover(t)), NoPictures},
		{"too many streams", read(t, film(t, "many.mkv", many()...)), Unreadable},
		{"enormous pictures", read(t, film(t, "large.mkv", with(pattern("10000x64", "1", "1"), "-c:v ffv1")...)), TooLarge},
		{"tiny pictures", read(t, film(t, "tiny.mkv", with(pattern("16x16", "25", "1"), h264)...)), TooSmall},
		{"a ribbon", read(t, film(t, "ribbon.mkv", with(pattern("2000x64", "25", "1"), h264)...)), TooSmall},
		{"endless", read(t, film(t, "endless.mkv", with(pattern("64x64", "1", "3"), "-vf setpts=PTS*20000", h264)...)), TooLong},
		{"says that it is endless", lie(t, short, 1e9), TooLong},
		{"says that it is longer", lie(t, short, 60_000), CutShort},
		{"says that it is shorter", lie(t, short, 100), 0},
		{"says nothing that makes sense", lie(t, short, math.NaN()), 0},
		{"foreign codec", read(t, film(t, "foreign.mkv", with(pattern("64x64", "25", "1"), "-c:v tiff")...)), Unreadable},
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// lie changes how long a Matroska file says that it is, in milliseconds.
func lie(t *testing.T, file []byte, duration float64) []byte {
	t.Helper()
	file = bytes.Clone(file)
	at := bytes.Index(file, []byte{0x44, 0x89, 0x88}) // Duration, eight bytes (RFC 9559, 5.1.2.10)
	if at < 0 {
		t.Fatal("the file does not say how long it is")
	}
	binary.BigEndian.PutUint64(file[at+3:], math.Float64bits(duration))
	// What writers say of single tracks is a lie less easily told: they say nothing here.
	return bytes.ReplaceAll(file, []byte("DURATION"), []byte("duratION"))
}

// emptyMoov is tables without tracks (ISO/IEC 14496-12, 8.2.2).
func emptyMoov() []byte {
	mvhd := make([]byte, 108)
	binary.BigEndian.PutUint32(mvhd, 108)
	copy(mvhd[4:], "mvhd")
	binary.BigEndian.PutUint32(mvhd[20:], 1000)
	return append(binary.BigEndian.AppendUint32(nil, 116), append([]byte("moov"), mvhd...)...)
}

// cover is a song with a picture on it.
func cover(t *testing.T) string {
	t.Helper()
	return film(t, "cover.m4a", with(tone("1"), pattern("64x64", "1", "1"), "-map 0:a -map 1:v -frames:v 1 -c:a aac -c:v mjpeg -disposition:v:0 attached_pic")...)
}

// many maps one sound a hundred times.
func many() []string {
	args := with(pattern("64x64", "25", "1"), tone("1"), "-map 0:v -c:v libx264 -pix_fmt yuv420p -c:a pcm_s16le")
	return append(args, strings.Fields(strings.Repeat("-map 1:a ", 100))...)
}
