package api

import (
	"sync"

	"github.com/klauspost/compress/gzip"
)

// encodeBriefly encodes a body that is kept for seconds.
func encodeBriefly[T any](v T) (*Payload, error) {
	body, err := encodeJSON(v)
	if err != nil {
		return nil, err
	}
	return briefPayload(body), nil
}

// briefPayload is a body that is kept for seconds: it is compressed cheaply, and only
// once somebody takes it so. It has no ETag.
func briefPayload(body []byte) *Payload {
	p := &Payload{plain: newForm(body, nil)}
	if len(body) >= compressFrom {
		p.gzip = sync.OnceValue(func() *form { return newForm(gzipped(body, gzip.BestSpeed), headerGzip) })
	}
	return p
}
