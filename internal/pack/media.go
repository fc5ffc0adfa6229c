package pack

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"syscall"

	"github.com/grandstand/grandstand/internal/picture"
)

// medium is a file that a pack brings.
type medium struct {
	content     []byte
	contentType string
}

// mediaTypes are the kinds of files that a pack may hold, by their ends.
var mediaTypes = map[string]string{
	".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".png": "image/png", ".webp": "image/webp", ".gif": "image/gif",
	".svg": "image/svg+xml", ".mp4": "video/mp4",
}

const maxVideo = 100 << 20 // bytes

// load reads a medium that the pack names at a path, and returns its key.
func (r *reader) load(at []string, file File) File {
	key, err := r.medium(string(file))
	if err != nil {
		r.report(at, "%s: %s", file, err)
	}
	return key
}

// medium reads a file and returns its key, which is made of its content: another
// picture has another address, so that addresses may be kept for ever.
func (r *reader) medium(name string) (File, error) {
	if name == "" || strings.HasPrefix(name, "https://") {
		return File(name), nil
	}
	end := strings.ToLower(path.Ext(name))
	contentType, ok := mediaTypes[end]
	if !ok {
		return "", errors.New("the file must be a JPEG, PNG, WebP, GIF, SVG or MP4 file")
	}
	limit := int64(picture.MaxBytes)
	if contentType == "video/mp4" {
		limit = maxVideo
	}
	content, err := readBounded(r.tree, name, limit)
	if err == nil {
		content, err = clean(contentType, content)
	}
	if err != nil {
		return "", plain(err)
	}
	key := picture.KeyOf(r.pack.State.Channel.Key, content, end)
	r.pack.media[key] = medium{content, contentType}
	return File(key), nil
}

// plain is an error of the file system without the name that stands beside it already.
func plain(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("the pack does not contain this file")
	}
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		if errors.Is(e.Err, syscall.EISDIR) {
			return errors.New("this is a folder, but a file is needed")
		}
		if errors.Is(e.Err, fs.ErrPermission) {
			return errors.New("the file cannot be read: check its permissions")
		}
		return e.Err
	}
	return err
}

// clean makes sure that a file is what its name says, and returns it without what could harm.
func clean(contentType string, content []byte) ([]byte, error) {
	if contentType == "video/mp4" {
		if len(content) < 12 || string(content[4:8]) != "ftyp" {
			return nil, errors.New("this is not an MP4 file")
		}
		return content, nil
	}
	cleaned, look, err := picture.Clean(content)
	if errors.Is(err, picture.ErrUnknown) || err == nil && look.ContentType != contentType {
		return nil, fmt.Errorf("this is not a picture of type %s", contentType)
	}
	return cleaned, err
}
