package app

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"
)

// corkedServer answers with as many bytes of content as the query asks for, written in one go or in
// pieces of 1,000.
func corkedServer(t *testing.T, content []byte) *httptest.Server {
	t.Helper()
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		size, _ := strconv.Atoi(r.FormValue("size"))
		w.Header().Set("Content-Length", strconv.Itoa(size))
		left := content[:size]
		for piece := 1000; r.FormValue("pieces") != "" && len(left) > piece; left = left[piece:] {
			_, _ = w.Write(left[:piece])
		}
		_, _ = w.Write(left)
	}))
	server.Listener = cork(server.Config, server.Listener)
	server.Start()
	t.Cleanup(server.Close)
	return server
}

func TestCorkedAnswersAreWhole(t *testing.T) {
	content := bytes.Repeat([]byte("grandstand"), 1<<20)
	server := corkedServer(t, content)
	sizes := []int{0, 1, 4095, 4096, 4097, 8192, 60_000, 9 << 20}
	for size := 3900; size < 4100; size++ { // one of them fills the buffer together with its head
		sizes = append(sizes, size)
	}
	for _, size := range sizes {
		for _, pieces := range []string{"", "1"} {
			response, err := server.Client().Get(server.URL + "/?pieces=" + pieces + "&size=" + strconv.Itoa(size))
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(response.Body)
			response.Body.Close()
			if err != nil || !bytes.Equal(body, content[:size]) {
				t.Fatalf("asked for %d bytes, got %d, %v", size, len(body), err)
			}
		}
	}
}

func TestCorkedConnectionsLetTheKernelCopyFiles(t *testing.T) {
	listener := cork(&http.Server{ReadHeaderTimeout: 1}, listen(t))
	go func() { _, _ = net.Dial("tcp", listener.Addr().String()) }()
	conn, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, ok := conn.(io.ReaderFrom); !ok {
		t.Error("net/http finds no io.ReaderFrom")
	}
	if _, ok := conn.(interface{ CloseWrite() error }); !ok {
		t.Error("net/http finds no CloseWrite")
	}
}

func TestWhatFillsTheBufferIsPushed(t *testing.T) {
	listener := cork(&http.Server{ReadHeaderTimeout: 1}, listen(t))
	client, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	accepted, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer accepted.Close()
	conn := accepted.(*corked)
	for _, size := range []int{fullBuffer, fullBuffer - 1} {
		if _, err := conn.Write(make([]byte, size)); err != nil {
			t.Fatal(err)
		}
		if conn.held != (size == fullBuffer) {
			t.Errorf("a write of %d bytes is held: %v", size, conn.held)
		}
		conn.push()
		if conn.held {
			t.Error("still held")
		}
		if _, err := io.ReadFull(client, make([]byte, size)); err != nil {
			t.Fatal(err)
		}
	}
}

func listen(t *testing.T) net.Listener {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	return listener
}
