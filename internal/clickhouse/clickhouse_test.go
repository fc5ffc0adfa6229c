package clickhouse_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/clickhouse"
	"github.com/grandstand/grandstand/internal/clickhouse/clickhousetest"
)

const notes = `CREATE TABLE IF NOT EXISTS notes (channel String, name String, day Date, digest String, noted_ms Int64)
	ENGINE = ReplacingMergeTree(noted_ms) ORDER BY (channel, name, day)`

// open returns a client that waits for nothing, and counts its waits.
func open(t *testing.T, url string, change ...func(*clickhouse.Options)) (client *clickhouse.Client, waited *int) {
	t.Helper()
	waited = new(int)
	options := clickhouse.Options{
		URL: url, User: clickhousetest.User, Password: clickhousetest.Password,
		Wait: func(context.Context, int) error { *waited++; return nil },
	}
	for _, f := range change {
		f(&options)
	}
	client, err := clickhouse.New(options)
	if err != nil {
		t.Fatal(err)
	}
	return client, waited
}

func TestAddresses(t *testing.T) {
	for url, want := range map[string]string{
		"":                          "HTTP interface",
		"file:///etc/passwd":        "HTTP interface",
		"tcp://127.0.0.1:9000":      "HTTP interface",
		"warehouse.example.org":     "HTTP interface",
		"http:opaque":               "HTTP interface",
		"http://":                   "HTTP interface",
		"http://a b/":               "no URL",
		"https://u:secret@host":     "no user and no password",
		"https://host/?password=pw": "end with its path",
		"https://host/#x":           "end with its path",
	} {
		_, err := clickhouse.New(clickhouse.Options{URL: url})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "pw") {
			t.Errorf("%q: %v", url, err)
		}
	}
	for _, url := range []string{"http://127.0.0.1:8123", "https://warehouse.example.org:8443/behind/a/proxy", "http://[::1]:8123/"} {
		if _, err := clickhouse.New(clickhouse.Options{URL: url}); err != nil {
			t.Errorf("%q: %v", url, err)
		}
	}
}

func TestRowsArriveAndAValueIsRead(t *testing.T) {
	server := clickhousetest.New(t)
	client, _ := open(t, server.URL)
	if err := client.Exec(t.Context(), notes); err != nil {
		t.Fatal(err)
	}
	const query = "SELECT concat(toString(noted_ms), ' ', digest) FROM notes WHERE channel = 'n' AND name = 'x' AND day = '2026-03-01' ORDER BY noted_ms DESC LIMIT 1"
	if value, err := client.Value(t.Context(), query); err != nil || value != "" {
		t.Errorf("of nothing: %q, %v", value, err)
	}
	rows := `{"channel":"n","name":"x","day":"2026-03-01","digest":"old","noted_ms":1}` + "\n" + `{"channel":"n","name":"x","day":"2026-03-01","digest":"new","noted_ms":2}` + "\n"
	if err := client.Insert(t.Context(), "notes", []byte(rows)); err != nil {
		t.Fatal(err)
	}
	if value, err := client.Value(t.Context(), query); err != nil || value != "2 new" {
		t.Errorf("%q, %v", value, err)
	}
	err := client.Insert(t.Context(), "notes", []byte(`{"channel":7}`))
	if err == nil || !strings.Contains(err.Error(), `answered 400: Code: 1. DB::Exception: column channel: cannot parse 7 as "String"`) {
		t.Errorf("a row that does not fit: %v", err)
	}
}

func TestWhatPassesIsTriedAgain(t *testing.T) {
	for _, fault := range []clickhousetest.Fault{
		clickhousetest.Broken, clickhousetest.Busy, clickhousetest.Cut, clickhousetest.Lost,
	} {
		t.Run(string(fault), func(t *testing.T) {
			server := clickhousetest.New(t)
			client, waited := open(t, server.URL)
			server.FailOnce(fault, "CREATE")
			if err := client.Exec(t.Context(), notes); err != nil || *waited != 1 {
				t.Errorf("after %d waits: %v", *waited, err)
			}
			server.Fail(func(string) clickhousetest.Fault { return fault })
			err := client.Exec(t.Context(), notes)
			if err == nil || !strings.Contains(err.Error(), "given up after 5 attempts") || strings.Contains(err.Error(), clickhousetest.Password) {
				t.Errorf("%v", err)
			}
			if got := len(server.Statements()); got != 2+5 {
				t.Errorf("asked %d times", got)
			}
		})
	}
}

func TestWhatDoesNotPassIsToldAtOnce(t *testing.T) {
	server := clickhousetest.New(t)
	for want, how := range map[string]func(*clickhouse.Options){
		"answered 403: Code: 516. DB::Exception: Authentication failed": func(o *clickhouse.Options) { o.Password = "wrong" },
		"answered 400: Code: 62. DB::Exception: Syntax error":           func(*clickhouse.Options) {},
	} {
		client, waited := open(t, server.URL, how)
		server.Fail(func(string) clickhousetest.Fault {
			if strings.Contains(want, "62") {
				return clickhousetest.Refused
			}
			return clickhousetest.None
		})
		err := client.Exec(t.Context(), notes)
		var refused *clickhouse.Error
		if !errors.As(err, &refused) || err.Error() != "ClickHouse "+want || *waited != 0 {
			t.Errorf("after %d waits: %v, want %s", *waited, err, want)
		}
	}
	client, _ := open(t, server.URL)
	server.Fail(func(string) clickhousetest.Fault { return clickhousetest.Late })
	if err := client.Exec(t.Context(), notes); err == nil || !strings.Contains(err.Error(), "Timeout exceeded") {
		t.Errorf("an error in an answer that began well: %v", err)
	}
}

func TestNobodyIsLedToAnotherHost(t *testing.T) {
	led := false
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { led = true }))
	defer other.Close()
	server := httptest.NewServer(http.RedirectHandler(other.URL, http.StatusTemporaryRedirect))
	defer server.Close()
	client, _ := open(t, server.URL)
	if err := client.Exec(t.Context(), notes); err == nil || led {
		t.Errorf("%v, led: %t", err, led)
	}
}

func TestAnEndedCommandWaitsForNothing(t *testing.T) {
	server := clickhousetest.New(t)
	ctx, cancel := context.WithCancel(t.Context())
	client, _ := open(t, server.URL, func(o *clickhouse.Options) {
		o.Wait = func(ctx context.Context, attempt int) error { cancel(); return clickhouse.Pause(ctx, attempt) }
	})
	server.Fail(func(string) clickhousetest.Fault { return clickhousetest.Busy })
	if err := client.Exec(ctx, notes); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestQuote(t *testing.T) {
	if got, want := clickhouse.Quote(`it's a \ `), `'it\'s a \\ '`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
