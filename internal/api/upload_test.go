package api

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"maps"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/blob"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/picture"
	"github.com/grandstand/grandstand/internal/revision"
	"github.com/grandstand/grandstand/internal/throttle"
)

// mediaShelf is public media in memory, and the queue of what is to be made of it.
type mediaShelf struct {
	files map[string][]byte
	puts  int
	asked int
	fails bool
}

func (m *mediaShelf) MakePictures(context.Context, bun.Tx, int64) error {
	m.asked++
	return nil
}

func (m *mediaShelf) PutPublic(_ context.Context, key string, content []byte, _ string) error {
	if m.fails {
		return fmt.Errorf("the store is away")
	}
	m.puts++
	m.files[key] = content
	return nil
}

func (m *mediaShelf) ReadPublic(_ context.Context, key string) ([]byte, error) {
	if content, ok := m.files[key]; ok {
		return content, nil
	}
	return nil, blob.ErrNotFound
}

func (m *mediaShelf) ListPublic(_ context.Context, prefix string) ([]string, error) {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(m.files)), func(key string) bool { return !strings.HasPrefix(key, prefix) }), nil
}

func (m *mediaShelf) RemovePublic(_ context.Context, key string) error {
	delete(m.files, key)
	return nil
}

// square is a PNG whose content says n.
func square(n, width int) []byte {
	img := image.NewGray(image.Rect(0, 0, width, width))
	img.Pix[0] = uint8(n)
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// photograph brings a picture into a channel and returns its address.
func (w *world) photograph(channelKey string) string {
	w.t.Helper()
	id := w.channel(channelKey).ID
	up, err := w.pictures.Upload(w.t.Context(), actor.ForSystem(id), id, channelKey, square(200, 300))
	if err != nil {
		w.t.Fatal(err)
	}
	return MediaURL(up.Key)
}

// unknownPicture is the address of a picture that nobody has.
func unknownPicture(channelKey string) string {
	return publicMedia + channelKey + "/" + strings.Repeat("0", 32) + ".png"
}

// upload sends a file as it is.
func (w *world) upload(key string, content []byte, kind string) reply {
	w.t.Helper()
	header := map[string]string{}
	if key != "" {
		header["Authorization"] = "Bearer " + key
	}
	if kind != "" {
		header["Content-Type"] = kind
	}
	return w.do(call{path: "/api/pictures", body: string(content), header: header})
}

// multipartOf is a body with files by the names of their parts.
func multipartOf(t *testing.T, parts ...any) (content []byte, kind string) {
	t.Helper()
	var out bytes.Buffer
	m := multipart.NewWriter(&out)
	for i := 0; i < len(parts); i += 2 {
		part, err := m.CreateFormFile(parts[i].(string), "../../etc/passwd.svg")
		if err == nil {
			_, err = part.Write(parts[i+1].([]byte))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), m.FormDataContentType()
}

func TestAnOperatorBringsAPicture(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s, key := w.season(home, ""), w.loggedIn(home, "op@example.com", operator)
		content := square(1, 300)
		sum := sha256.Sum256(content)
		name := hex.EncodeToString(sum[:16]) + ".png"
		var got PictureDTO
		w.upload(key, content, "image/jpeg").into(&got) // by its content, not by what it is called
		if got != (PictureDTO{Address: "/media/public/home/" + name, Width: 300, Height: 300, State: "wanted"}) {
			t.Errorf("the answer is %+v", got)
		}
		if !bytes.Equal(w.media.files["home/"+name], content) {
			t.Error("it does not lie where its address says")
		}
		body, kind := multipartOf(t, "file", content)
		var again PictureDTO
		w.upload(key, body, kind).into(&again)
		if again != got || w.media.puts != 1 || w.media.asked != 1 {
			t.Errorf("again it is %+v, put %d times, asked for %d times", again, w.media.puts, w.media.asked)
		}
		if err := w.pictures.Make(t.Context(), s.channelID); err != nil {
			t.Fatal(err)
		}
		var made PictureDTO
		w.upload(key, content, "image/png").into(&made)
		if made.State != "made" || !strings.HasPrefix(made.Placeholder, "data:image/gif;base64,") || made.Width != 300 {
			t.Errorf("made it is %+v", made)
		}
		if log := w.log.String(); !strings.Contains(log, `"picture uploaded"`) || !strings.Contains(log, name) || strings.Contains(log, key) {
			t.Error("the log does not say who brought what")
		}
	})
}

func TestAnEventIsShownWithAPicture(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s, key := w.season(home, ""), w.loggedIn(home, "op@example.com", operator)
		id := s.events["live"]
		address, path := w.photograph(home), fmt.Sprintf("/api/events/%d", id)
		shown := func() string {
			t.Helper()
			w.clock.Advance(2 * revision.MaxAge)
			var e EventDetailDTO
			w.do(call{path: path, key: w.visitor(home)}).into(&e)
			return e.Image
		}
		var set EventImageDTO
		w.do(call{path: path + "/image", key: key, body: map[string]any{"address": address}}).into(&set)
		if set != (EventImageDTO{int64(id), address}) || shown() != address {
			t.Errorf("the answer is %+v, the event shows %q", set, shown())
		}
		still := func() {
			t.Helper()
			if err := w.catalog.SetImage(t.Context(), d.Write(), s.channelID, int64(id), "stills/1/1/1.jpg", nil); err != nil {
				t.Fatal(err)
			}
		}
		if still(); shown() != address {
			t.Errorf("its stream replaces it by %q", shown())
		}
		// What an event shows does not leave; what it showed does.
		for _, want := range []bool{true, false} {
			for range 2 {
				if _, err := w.pictures.Sweep(t.Context()); err != nil {
					t.Fatal(err)
				}
				w.clock.Advance(picture.Grace)
			}
			if _, err := w.pictures.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
			if _, there := w.media.files[strings.TrimPrefix(address, "/media/public/")]; there != want {
				t.Errorf("after a while it is there: %v", there)
			}
			key = w.login(home, "op@example.com") // weeks have passed
			w.do(call{path: path + "/image", key: key, body: map[string]any{"address": ""}}).want(http.StatusOK, "")
		}
		w.do(call{path: path + "/image", key: key, body: map[string]any{"address": address}}).want(http.StatusNotFound, "picture_not_found")
		if still(); shown() != "/media/public/stills/1/1/1.jpg" {
			t.Errorf("with the choice taken back it shows %q", shown())
		}
	})
}

func TestPicturesStayInTheirChannel(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	w.season(home, "")
	key, content := w.loggedIn(home, "op@example.com", operator), square(2, 300)
	there := w.do(call{path: "/api/pictures?channel=away", body: string(content), header: map[string]string{"Authorization": "Bearer " + key, "Content-Type": "image/png"}})
	there.want(http.StatusBadRequest, "invalid_api_key")
	w.upload(key, content, "image/png").want(http.StatusOK, "")
	for file := range w.media.files {
		if !strings.HasPrefix(file, "home/") {
			t.Errorf("it went to %s", file)
		}
	}
}

func TestUploadsThatAreRefused(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s := w.season(home, "")
	key := w.loggedIn(home, "op@example.com", operator)
	good := square(3, 300)
	twice, twiceKind := multipartOf(t, "file", good, "file", good)
	other, otherKind := multipartOf(t, "image", good)
	nothing, nothingKind := multipartOf(t)
	huge := square(3, 1)
	copy(huge[16:], []byte{0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60})
	binary.BigEndian.PutUint32(huge[29:], crc32.ChecksumIEEE(huge[12:29]))
	for name, tt := range map[string]struct {
		key, kind string
		content   []byte
		status    int
		code      string
	}{
		"nobody":        {"", "image/png", good, http.StatusBadRequest, "no_api_key"},
		"a visitor":     {w.visitor(home), "image/png", good, http.StatusUnauthorized, "unauthenticated"},
		"a user":        {w.loggedIn(home, "fan@example.com"), "image/png", good, http.StatusForbidden, "operator_required"},
		"a temporary":   {w.loggedIn(home, "tmp@example.com", operator, temporary), "image/png", good, http.StatusForbidden, "password_change_required"},
		"no type":       {key, "", good, http.StatusUnsupportedMediaType, "unsupported_media_type"},
		"JSON":          {key, "application/json", []byte(`{}`), http.StatusUnsupportedMediaType, "unsupported_media_type"},
		"a page":        {key, "text/html", good, http.StatusUnsupportedMediaType, "unsupported_media_type"},
		"no boundary":   {key, "multipart/form-data", good, http.StatusBadRequest, "malformed_body"},
		"torn":          {key, twiceKind, twice[:300], http.StatusBadRequest, "malformed_body"},
		"two files":     {key, twiceKind, twice, http.StatusBadRequest, "validation_failed"},
		"another part":  {key, otherKind, other, http.StatusBadRequest, "validation_failed"},
		"an empty form": {key, nothingKind, nothing, http.StatusBadRequest, "validation_failed"},
		"nothing":       {key, "image/png", nil, http.StatusBadRequest, "validation_failed"},
		"text":          {key, "image/png", []byte("no picture"), http.StatusUnprocessableEntity, "not_a_picture"},
		"HTML":          {key, "image/svg+xml", []byte("<html><body/></html>"), http.StatusUnprocessableEntity, "not_a_picture"},
		"XML":           {key, "image/svg+xml", []byte("<svg"), http.StatusUnprocessableEntity, "not_a_picture"},
		"a script":      {key, "image/svg+xml", []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), http.StatusUnprocessableEntity, "unsafe_drawing"},
		"under a PNG's": {key, "image/png", []byte(` <svg onload="alert(1)"/>`), http.StatusUnprocessableEntity, "unsafe_drawing"},
		"a bomb":        {key, "image/png", huge, http.StatusUnprocessableEntity, "too_many_pixels"},
		"many bytes":    {key, "image/png", make([]byte, picture.MaxBytes+1), http.StatusRequestEntityTooLarge, "body_too_large"},
	} {
		t.Log(name)
		w.upload(tt.key, tt.content, tt.kind).want(tt.status, tt.code)
	}
	if len(w.media.files) != 0 {
		t.Errorf("kept are %v", slices.Collect(maps.Keys(w.media.files)))
	}
	path := fmt.Sprintf("/api/events/%d/image", s.events["live"])
	for _, address := range []string{"https://evil.example/x.png", "/media/public/../../etc", "crests/l.webp", "x"} {
		w.do(call{path: path, key: key, body: map[string]any{"address": address}}).want(http.StatusNotFound, "picture_not_found")
	}
	w.do(call{path: path, key: key, body: map[string]any{}}).want(http.StatusBadRequest, "validation_failed").field("address")
	w.do(call{path: path, key: w.loggedIn(home, "fan3@example.com"), body: map[string]any{"address": ""}}).want(http.StatusForbidden, "operator_required")
}

// A drawing is kept without what editors wrote into it, and is not scaled.
func TestADrawingIsCleaned(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	w.season(home, "")
	key := w.loggedIn(home, "op@example.com", operator)
	var got PictureDTO
	w.upload(key, []byte(`<!-- Editor 9 --><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 32" data-name="x"><style>.a{fill:red}</style><path class="a" d="M0 0h4v4z"/></svg>`), "image/svg+xml").into(&got)
	if got.State != "kept" || got.Width != 48 || got.Height != 32 || !strings.HasSuffix(got.Address, ".svg") || w.media.asked != 0 {
		t.Errorf("got %+v", got)
	}
	const cleaned = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 32"><path d="M0 0h4v4z" fill="red"></path></svg>`
	for name, content := range w.media.files {
		if string(content) != cleaned {
			t.Errorf("%s is %s", name, content)
		}
	}
	refused := w.upload(key, []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script/><use href="https://evil.example/#a"/></svg>`), "image/svg+xml").want(http.StatusUnprocessableEntity, "unsafe_drawing").body
	for _, said := range []string{`"code":"script","message":"The drawing has scripts`, `"code":"reference","message":"The drawing refers to something outside of it.`} {
		if !strings.Contains(string(refused), said) {
			t.Errorf("there is no %s in %s", said, refused)
		}
	}
}

func TestUploadsAreLimited(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		media := &mediaShelf{files: map[string][]byte{}}
		size := int64(len(square(1, 300)))
		w := newWorld(t, d, func(deps *Deps) {
			deps.Pictures = picture.NewService(picture.Deps{
				DB: d, Revisions: deps.Revisions, Media: media, Queue: media, Clock: deps.Clock, Log: deps.Log,
				Limits: picture.Limits{Operator: throttle.Rate{Every: 1e9, Burst: 4}, Channel: throttle.Rate{Every: 1e9, Burst: 7}, Pictures: 3, Bytes: 3*size + size/2},
			})
		})
		w.season(home, "")
		one, other := w.loggedIn(home, "op@example.com", operator), w.loggedIn(home, "op2@example.com", operator)
		for n := range 3 {
			w.upload(one, square(n, 300), "image/png").want(http.StatusOK, "")
		}
		w.upload(one, square(0, 300), "image/png").want(http.StatusOK, "") // what is there takes no room
		w.upload(one, square(4, 300), "image/png").want(http.StatusTooManyRequests, "too_many_uploads")
		for n := range 3 {
			w.upload(other, square(5+n, 300), "image/png").want(http.StatusUnprocessableEntity, "uploads_full")
		}
		w.upload(other, square(9, 300), "image/png").want(http.StatusTooManyRequests, "too_many_uploads")
		if len(media.files) != 3 {
			t.Errorf("%d pictures are kept", len(media.files))
		}
		// What has left makes room.
		for range 3 {
			if _, err := w.api.Pictures.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
			w.clock.Advance(picture.Grace)
		}
		w.upload(w.login(home, "op@example.com"), square(4, 300), "image/png").want(http.StatusOK, "")
	})
}

// An upload whose bytes never arrived is nobody's, and may be sent again.
func TestAnUploadThatIsCutShort(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	w.season(home, "")
	key := w.loggedIn(home, "op@example.com", operator)
	w.media.fails = true
	w.upload(key, square(1, 300), "image/png").want(http.StatusInternalServerError, "")
	w.media.fails = false
	var got PictureDTO
	w.upload(key, square(1, 300), "image/png").into(&got)
	if got.State != "wanted" || w.media.asked != 1 {
		t.Errorf("then it is %+v", got)
	}
	var used int64
	if err := w.db.Read().NewRaw("SELECT pictures FROM picture_usage").Scan(t.Context(), &used); err != nil || used != 1 {
		t.Errorf("it counts %d times, %v", used, err)
	}
}

// Those who come at once cannot all have the last place. Without the condition in the
// statement that counts, more than one would.
func TestTheLastPlaceIsTakenOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		service := func() *picture.Service { // a node's own
			media := &mediaShelf{files: map[string][]byte{}}
			return picture.NewService(picture.Deps{
				DB: d, Revisions: w.api.Revisions, Media: media, Queue: media, Clock: w.clock, Log: w.api.Log,
				Limits: picture.Limits{Pictures: 1},
			})
		}
		const rivals = 12
		results := make(chan error, rivals)
		for n := range rivals {
			one := service()
			go func() {
				_, err := one.Upload(context.WithoutCancel(t.Context()), actor.ForSystem(s.channelID), s.channelID, home, square(n, 8))
				results <- err
			}()
		}
		taken := 0
		for range rivals {
			if err := <-results; err == nil {
				taken++
			}
		}
		if taken != 1 {
			t.Errorf("%d have the last place", taken)
		}
	})
}
