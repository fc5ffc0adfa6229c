package api

import "sync"

// encodeBriefly encodes a body that is kept for seconds.
func (a *API) encodeBriefly(v any) (*Payload, error) {
	body, err := encodeJSON(v)
	if err != nil {
		return nil, err
	}
	return briefPayload(body, func() []byte { return a.squeezer.Gzip(body) }), nil
}

// briefPayload is a body that is kept for seconds, or sent once: it is compressed cheaply,
// and only when somebody takes it so. It has no ETag.
func briefPayload(body []byte, zip func() []byte) *Payload {
	p := &Payload{plain: newForm(body, nil)}
	if len(body) >= compressFrom {
		p.gzip = sync.OnceValue(func() *form { return newForm(zip(), headerGzip) })
	}
	return p
}
