package clickhouse

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// most is how much of an answer is read, in bytes: those that are asked for are one value.
const most = 64 << 10

// Error is what a server answered instead of doing what it was told.
type Error struct {
	Status  int
	Message string // in the server's words, shortened
}

func (e *Error) Error() string { return fmt.Sprintf("ClickHouse answered %d: %s", e.Status, e.Message) }

// passing reports whether the same may go well a little later.
func (e *Error) passing() bool {
	return e.Status >= http.StatusInternalServerError || e.Status == http.StatusTooManyRequests || e.Status == http.StatusRequestTimeout
}

// ask sends a request until it is answered, or refused in a way that will not pass.
func (c *Client) ask(ctx context.Context, more url.Values, body []byte, compressed bool) ([]byte, error) {
	address := c.base
	query := url.Values{"wait_end_of_query": {"1"}} // the status tells then how it ended
	if c.options.Database != "" {
		query.Set("database", c.options.Database)
	}
	for name, values := range more {
		query[name] = values
	}
	address.RawQuery = query.Encode()
	if address.Path == "" {
		address.Path = "/"
	}
	for attempt := 1; ; attempt++ {
		answer, err := c.attempt(ctx, address.String(), body, compressed)
		var refused *Error
		switch {
		case err == nil:
			return answer, nil
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.As(err, &refused) && !refused.passing():
			return nil, err
		case attempt == attempts:
			return nil, fmt.Errorf("given up after %d attempts: %w", attempts, err)
		}
		if err := c.options.Wait(ctx, attempt); err != nil {
			return nil, err
		}
	}
}

func (c *Client) attempt(ctx context.Context, address string, body []byte, compressed bool) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("ask ClickHouse: %w", err)
	}
	request.Header.Set("X-Clickhouse-User", c.options.User)
	request.Header.Set("X-Clickhouse-Key", c.options.Password)
	if compressed {
		request.Header.Set("Content-Encoding", "gzip")
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, fmt.Errorf("reach ClickHouse at %s: %w", c.base.Host, bare(err))
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(response.Body, most))
	if err != nil {
		return nil, fmt.Errorf("read the answer of ClickHouse at %s: %w", c.base.Host, err)
	}
	// A server that has begun to answer tells of what goes wrong later in the answer.
	if response.StatusCode != http.StatusOK || response.Header.Get("X-Clickhouse-Exception-Code") != "" {
		return nil, &Error{max(response.StatusCode, http.StatusBadRequest), shorten(string(answer))}
	}
	return answer, nil
}

// bare is what went wrong without the address, which has a whole statement in it.
func bare(err error) error {
	var of *url.Error
	if errors.As(err, &of) {
		return of.Err
	}
	return err
}

// shorten makes one line of what a server says: it may repeat all that it was told.
func shorten(message string) string {
	const enough = 300
	message = strings.Join(strings.Fields(strings.ToValidUTF8(message, "")), " ")
	if runes := []rune(message); len(runes) > enough {
		return string(runes[:enough]) + "…"
	}
	return message
}
