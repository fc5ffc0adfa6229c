package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http/httputil"
	"os"
	"strconv"
	"time"
)

// callTimeout is how long the app waits for an answer (specification, section 9).
const callTimeout = 30 * time.Second

// wire is a fan's connection to the site, which stays open as a browser's does: HTTP/1.1, one request after the other, as
// much of it as the server writes. With net/http ten thousand fans would need more of the processors than the server.
type wire struct {
	dialer  *net.Dialer
	address string
	conn    net.Conn
	in      *bufio.Reader
}

// answer is what came back. Its body is overwritten by the next one that goes into the same room.
type answer struct {
	status int
	again  time.Duration // Retry-After
	size   int64
	body   []byte // empty if it was not to be kept
	closes bool
	length int64 // as announced, -1 for an answer in chunks
}

// ask sends a request and reads the answer to its end. What fails on a connection that has been lying open is asked once
// more on a new one, as browsers do: the server may have closed it meanwhile.
func (w *wire) ask(request, room []byte, keep bool) (answer, error) {
	reused := w.conn != nil
	a, begun, err := w.attempt(request, room, keep)
	if err != nil && reused && !begun {
		a, _, err = w.attempt(request, room, keep)
	}
	return a, err
}

// attempt asks once. Begun is whether the server may have taken it up: it was heard of, or kept silent for the whole time.
func (w *wire) attempt(request, room []byte, keep bool) (a answer, begun bool, err error) {
	defer func() {
		if err != nil || a.closes {
			w.close()
		}
	}()
	if err := w.open(); err != nil {
		return answer{}, false, err
	}
	if err := w.conn.SetDeadline(time.Now().Add(callTimeout)); err != nil {
		return answer{}, false, err
	}
	if _, err := w.conn.Write(request); err != nil {
		return answer{}, false, err
	}
	if _, err := w.in.Peek(1); err != nil {
		return answer{}, errors.Is(err, os.ErrDeadlineExceeded), err
	}
	if a, err = w.head(); err != nil {
		return answer{}, true, err
	}
	return a, true, w.read(&a, room, keep)
}

func (w *wire) open() error {
	if w.conn != nil {
		return nil
	}
	conn, err := w.dialer.Dial("tcp", w.address)
	if err != nil {
		return err
	}
	w.conn = conn
	if w.in == nil {
		w.in = bufio.NewReaderSize(conn, 2048)
	} else {
		w.in.Reset(conn)
	}
	return nil
}

func (w *wire) close() {
	if w.conn != nil {
		_ = w.conn.Close()
		w.conn = nil
	}
}

// head reads the status line and those headers that matter here.
func (w *wire) head() (answer, error) {
	a := answer{length: -1}
	line, err := w.in.ReadSlice('\n')
	if err != nil {
		return a, err
	}
	if len(line) < len("HTTP/1.1 200") || !bytes.HasPrefix(line, []byte("HTTP/1.1 ")) {
		return a, fmt.Errorf("an answer begins with %.40q", line)
	}
	if a.status, err = strconv.Atoi(string(line[9:12])); err != nil {
		return a, err
	}
	for {
		if line, err = w.in.ReadSlice('\n'); err != nil {
			return a, err
		}
		name, value, more := bytes.Cut(bytes.TrimRight(line, "\r\n"), []byte(": "))
		if !more {
			return a, nil
		}
		if err := a.note(name, value); err != nil {
			return a, err
		}
	}
}

func (a *answer) note(name, value []byte) (err error) {
	switch string(name) {
	case "Content-Length":
		a.length, err = strconv.ParseInt(string(value), 10, 64)
	case "Retry-After":
		seconds, failed := strconv.Atoi(string(value))
		a.again, err = time.Duration(seconds)*time.Second, failed
	case "Connection":
		a.closes = string(value) == "close"
	}
	return err
}

func (w *wire) body(a *answer) io.Reader {
	if a.length >= 0 {
		return io.LimitReader(w.in, a.length)
	}
	return httputil.NewChunkedReader(w.in)
}

// read takes the body out of the connection, over and over into the same room if it is not kept.
func (w *wire) read(a *answer, room []byte, keep bool) error {
	body := w.body(a)
	for {
		into := room
		if keep {
			if into = room[a.size:]; len(into) == 0 {
				return fmt.Errorf("an answer has more than %d bytes", len(room))
			}
		}
		n, err := body.Read(into)
		a.size += int64(n)
		if err == nil {
			continue
		}
		if !errors.Is(err, io.EOF) {
			return err
		}
		break
	}
	if keep {
		a.body = room[:a.size]
	}
	if a.length >= 0 {
		if a.size != a.length {
			return io.ErrUnexpectedEOF
		}
		return nil
	}
	_, err := w.in.Discard(len("\r\n")) // after the last chunk
	return err
}
