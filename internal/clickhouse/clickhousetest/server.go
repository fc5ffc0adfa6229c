// Package clickhousetest is a small server for tests that speaks as much of ClickHouse's HTTP interface as an export
// does, and refuses everything else. Rows that are sent are read and checked against the columns of their table.
package clickhousetest

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

// User and password that the server asks for.
const (
	User     = "loader"
	Password = "only for tests"
)

// Fault is what goes wrong with a request.
type Fault string

// Faults.
const (
	None    Fault = ""
	Broken  Fault = "broken"  // 500, and nothing is done
	Busy    Fault = "busy"    // 503, and nothing is done
	Refused Fault = "refused" // 400
	Cut     Fault = "cut"     // the connection ends in the middle of the request
	Lost    Fault = "lost"    // it is done, and the connection ends before the answer
	Late    Fault = "late"    // 200, with an error in what follows
	Skip    Fault = "skip"    // 200, and nothing is done
)

// Server is the server with its tables.
type Server struct {
	URL string

	mu         sync.Mutex
	tables     map[string]*table
	statements []string
	faults     func(statement string) Fault
}

// New starts a server for as long as a test lasts.
func New(tb testing.TB) *Server {
	tb.Helper()
	s := &Server{tables: map[string]*table{}}
	server := httptest.NewServer(s)
	tb.Cleanup(server.Close)
	s.URL = server.URL
	return s
}

// Fail has statements fail as a function says, nil for not any more.
func (s *Server) Fail(how func(statement string) Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = how
}

// FailOnce has the first statement fail that begins with some words.
func (s *Server) FailOnce(how Fault, words string) {
	done := false
	s.Fail(func(statement string) Fault {
		if done || !strings.HasPrefix(statement, words) {
			return None
		}
		done = true
		return how
	})
}

// Statements returns what the server was told since the last time, done or not.
func (s *Server) Statements() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	told := s.statements
	s.statements = nil
	return told
}

// Rows returns the rows of a table as ClickHouse has them: those sent twice are there twice until it merges them.
func (s *Server) Rows(name string) []map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tables[name] == nil {
		return nil
	}
	return slices.Clone(s.tables[name].rows)
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	statement, body, err := read(r)
	if err != nil {
		answer(w, http.StatusBadRequest, err.Error())
		return
	}
	s.statements = append(s.statements, statement)
	fault := None
	if s.faults != nil {
		fault = s.faults(statement)
	}
	switch fault {
	case Broken:
		answer(w, http.StatusInternalServerError, "Code: 241. DB::Exception: Memory limit exceeded")
		return
	case Busy:
		answer(w, http.StatusServiceUnavailable, "come back later")
		return
	case Refused:
		answer(w, http.StatusBadRequest, "Code: 62. DB::Exception: Syntax error")
		return
	case Late:
		w.Header().Set("X-ClickHouse-Exception-Code", "159")
		answer(w, http.StatusOK, "Code: 159. DB::Exception: Timeout exceeded")
		return
	case Skip:
		answer(w, http.StatusOK, "")
		return
	case Cut:
		panic(http.ErrAbortHandler)
	case None, Lost: // it is done
	}
	status, said := s.do(r, statement, body)
	if fault == Lost {
		panic(http.ErrAbortHandler)
	}
	answer(w, status, said)
}

func answer(w http.ResponseWriter, status int, text string) {
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text)
}

// read takes the statement from the address, where rows follow, or from the body.
func read(r *http.Request) (statement string, rows []map[string]any, err error) {
	body := io.Reader(r.Body)
	if r.Header.Get("Content-Encoding") == "gzip" {
		if body, err = gzip.NewReader(r.Body); err != nil {
			return "", nil, err
		}
	}
	if statement = r.URL.Query().Get("query"); statement == "" {
		all, err := io.ReadAll(body)
		return string(all), nil, err
	}
	decoder := json.NewDecoder(body)
	decoder.UseNumber()
	for {
		var row map[string]any
		switch err := decoder.Decode(&row); err {
		case nil:
			rows = append(rows, row)
		case io.EOF:
			return statement, rows, nil
		default:
			return statement, nil, fmt.Errorf("cannot parse JSON: %w", err)
		}
	}
}

func (s *Server) do(r *http.Request, statement string, rows []map[string]any) (int, string) {
	switch {
	case r.Method != http.MethodPost || r.URL.Query().Get("wait_end_of_query") != "1":
		return http.StatusBadRequest, "not asked as it should be"
	case r.Header.Get("X-ClickHouse-User") != User || r.Header.Get("X-ClickHouse-Key") != Password:
		return http.StatusForbidden, "Code: 516. DB::Exception: Authentication failed"
	}
	said, err := s.run(statement, rows)
	if err != nil {
		return http.StatusBadRequest, "Code: 1. DB::Exception: " + err.Error()
	}
	return http.StatusOK, said
}
