package media

import (
	"context"
	"path"
	"strings"

	"github.com/grandstand/grandstand/internal/fault"
)

// PutPublic keeps a picture or pre-roll that anybody may see under a key. Of its kind
// is what the key's end says; contentType is told to stores that keep it. A key must
// not get another content later: it is cached for ever.
func (s *Service) PutPublic(ctx context.Context, key string, content []byte, contentType string) error {
	if _, ok := publicTypes[strings.ToLower(path.Ext(key))]; !ok {
		return fault.New(fault.Unprocessable, "unsupported_media", "Files of this type cannot be published.")
	}
	return s.Blob.WriteAll(ctx, publicPrefix+key, content, contentType)
}

// ListPublic returns the keys of public media that begin so.
func (s *Service) ListPublic(ctx context.Context, prefix string) ([]string, error) {
	var keys []string
	for found, err := range s.Blob.List(ctx, publicPrefix+prefix) {
		if err != nil {
			return nil, err
		}
		keys = append(keys, strings.TrimPrefix(found.Key, publicPrefix))
	}
	return keys, nil
}

// RemovePublic removes what lies under a key of public media, if anything does.
func (s *Service) RemovePublic(ctx context.Context, key string) error {
	return s.Blob.Delete(ctx, publicPrefix+key)
}

// ReadPublic returns what lies under a key of public media. Unknown: blob.ErrNotFound.
func (s *Service) ReadPublic(ctx context.Context, key string) ([]byte, error) {
	return s.Blob.ReadAll(ctx, publicPrefix+key)
}
