// Package clickhouse speaks the HTTP interface of ClickHouse, as far as an export by batches needs it: statements,
// rows as lines of JSON, and one value as an answer. Only operators name servers to it, at the command line, and so
// it goes wherever they say.
package clickhouse

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Options say where a server is and who asks it.
type Options struct {
	URL      string // http or https, of its HTTP interface, such as https://warehouse.example.org:8443
	Database string // empty for the user's own
	User     string // empty for "default"
	Password string

	// Wait returns after a while, before an attempt is made again; nil for what Pause does.
	Wait func(ctx context.Context, attempt int) error
}

// Client asks one server. It is safe for concurrent use.
type Client struct {
	base    url.URL
	options Options
	http    *http.Client
}

const (
	// attempts is how often something is tried that may go well the next time.
	attempts = 5
	// patience is how long one attempt may last.
	patience = 2 * time.Minute
)

// New returns a client. Nothing is asked yet.
func New(o Options) (*Client, error) {
	base, err := url.Parse(o.URL)
	switch {
	case err != nil:
		return nil, errors.New("the address of ClickHouse is no URL") // an error of url.Parse repeats it, with its password
	case base.Scheme != "http" && base.Scheme != "https", base.Hostname() == "", base.Opaque != "":
		return nil, errors.New("the address of ClickHouse must be one of its HTTP interface, such as https://warehouse.example.org:8443")
	case base.User != nil:
		return nil, errors.New("the address of ClickHouse must have no user and no password in it: whoever lists the processes would read them")
	case base.RawQuery != "" || base.Fragment != "":
		return nil, errors.New("the address of ClickHouse must end with its path: settings belong to the user's profile")
	}
	if o.User == "" {
		o.User = "default"
	}
	if o.Wait == nil {
		o.Wait = Pause
	}
	return &Client{base: *base, options: o, http: &http.Client{
		Timeout: patience,
		// A redirected request would bring user and password to another host.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

// Pause waits twice as long before each attempt as before the one before it, at first for a second.
func Pause(ctx context.Context, attempt int) error {
	timer := time.NewTimer(time.Second << (attempt - 1))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Exec runs a statement. It may be run more than once, where an answer is lost.
func (c *Client) Exec(ctx context.Context, statement string) error {
	_, err := c.ask(ctx, nil, []byte(statement), false)
	return err
}

// Value returns the first column of a query's first row, or "" where there is none.
func (c *Client) Value(ctx context.Context, query string) (string, error) {
	answer, err := c.ask(ctx, nil, []byte(query+" FORMAT TabSeparatedRaw"), false)
	line, _, _ := strings.Cut(string(answer), "\n")
	value, _, _ := strings.Cut(line, "\t")
	return value, err
}

// Insert adds rows to a table: JSON objects, one on each line. Where an answer is lost they are sent again, so
// that the table has to bear rows that it has already.
func (c *Client) Insert(ctx context.Context, table string, rows []byte) error {
	var body bytes.Buffer
	squeezed := gzip.NewWriter(&body)
	_, err := squeezed.Write(rows)
	if err := errors.Join(err, squeezed.Close()); err != nil {
		return fmt.Errorf("compress rows: %w", err)
	}
	_, err = c.ask(ctx, url.Values{"query": {"INSERT INTO " + table + " FORMAT JSONEachRow"}}, body.Bytes(), true)
	return err
}

// Quote writes a text as ClickHouse's SQL does.
func Quote(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(text) + "'"
}
