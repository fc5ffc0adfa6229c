package squeeze_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/grandstand/grandstand/internal/squeeze"
)

// unzipped reads a gzip as the standard library does, which checks length and sum, and
// wants one member with nothing behind it: browsers ignore more.
func unzipped(t rapid.TB, zipped []byte) []byte {
	t.Helper()
	in := bytes.NewReader(zipped)
	r, err := gzip.NewReader(in)
	if err != nil {
		t.Fatal(err)
	}
	r.Multistream(false)
	body, err := io.ReadAll(r)
	if err != nil || in.Len() > 0 {
		t.Fatalf("%v, %d bytes behind it", err, in.Len())
	}
	return body
}

func TestWhatIsSqueezedComesBack(t *testing.T) {
	var s squeeze.Squeezer
	rapid.Check(t, func(t *rapid.T) {
		head, tail := rapid.SliceOf(rapid.Byte()).Draw(t, "head"), rapid.SliceOf(rapid.Byte()).Draw(t, "tail")
		if got := unzipped(t, s.Gzip(head)); !bytes.Equal(got, head) {
			t.Errorf("%q became %q", head, got)
		}
		h := s.Head(head)
		for _, tail := range [][]byte{tail, nil, tail} { // a head serves many
			if got, want := unzipped(t, h.Gzip(tail)), append(bytes.Clone(head), tail...); !bytes.Equal(got, want) {
				t.Errorf("%q became %q", want, got)
			}
		}
	})
}

func TestLongBodies(t *testing.T) {
	var s squeeze.Squeezer
	head := []byte(strings.Repeat(`{"name":"Northline at Harbour"},`, 20_000))
	if zipped := s.Gzip(head); len(zipped) > len(head)/20 || !bytes.Equal(unzipped(t, zipped), head) {
		t.Errorf("%d of %d bytes", len(zipped), len(head))
	}
	h := s.Head(head)
	for _, length := range []int{65_534, 65_535, 65_536, 200_000} {
		tail := bytes.Repeat([]byte("x"), length)
		if got := unzipped(t, h.Gzip(tail)); !bytes.Equal(got, append(bytes.Clone(head), tail...)) {
			t.Errorf("a tail of %d bytes is not what it was", length)
		}
	}
}

func TestManySqueezeAtOnce(t *testing.T) {
	var s squeeze.Squeezer
	h := s.Head([]byte("alike, "))
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			body := bytes.Repeat([]byte{byte('a' + i)}, 3000)
			for range 50 {
				if !bytes.Equal(unzipped(t, s.Gzip(body)), body) || string(unzipped(t, h.Gzip(body[:3]))) != "alike, "+string(body[:3]) {
					t.Error("mixed up")
				}
			}
		})
	}
	group.Wait()
}

func BenchmarkGzip(b *testing.B) {
	var s squeeze.Squeezer
	body := []byte(strings.Repeat(`{"id":17,"name":"Northline at Harbour","type":"free"},`, 100))
	for b.Loop() {
		s.Gzip(body)
	}
}

func BenchmarkHead(b *testing.B) {
	var s squeeze.Squeezer
	h := s.Head([]byte(strings.Repeat(`{"id":17,"name":"Northline at Harbour","type":"free"},`, 100)))
	tail := []byte(`[],"server_time_ms":1795300000000}}`)
	for b.Loop() {
		h.Gzip(tail)
	}
}
