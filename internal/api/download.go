package api

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// downloadBuffer is how much of a file is made before any of it is sent: a failure until
// then is answered as any other.
const downloadBuffer = 32 << 10

// registerDownload adds a GET whose answer is a file of JSON for keeping, of the form of
// Data[T]. It is sent while it is made, so that nobody's file has to fit into memory.
func registerDownload[T any](a *API, op Operation, name string, write func(ctx context.Context, caller Caller, out *bufio.Writer) error) {
	o := a.declare(op)
	o.download = func(x *exchange, w http.ResponseWriter, r *http.Request) error {
		h := w.Header()
		h["Content-Type"] = headerJSON
		h.Set("Content-Disposition", `attachment; filename="`+name+`"`)
		sent := &response{ResponseWriter: w}
		out := bufio.NewWriterSize(sent, downloadBuffer)
		err := write(r.Context(), x.caller, out)
		if err == nil {
			err = out.Flush()
		}
		if err != nil && sent.status != 0 {
			panic(halfSent(r.Context(), err))
		}
		if err != nil {
			h.Del("Content-Disposition")
		}
		return err
	}
	huma.Register(a.huma, *a.describe(o), func(context.Context, *struct{}) (*struct{ Body Data[T] }, error) {
		return nil, errors.New(op.ID + " is served without huma")
	})
}

// halfSent ends the connection of a file of which a part is out, so that it does not look
// like a whole one. That a client has left is nothing to log.
func halfSent(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return http.ErrAbortHandler
	}
	return fmt.Errorf("half a file was sent: %w", err)
}
