package segment

import (
	"bytes"
	"errors"
	"testing"
	"testing/iotest"
)

// Of a segment no more is read than its first chunk, and one that is cut short there, at whatever
// byte, is an error.
func TestTheFirstPictureOfASegment(t *testing.T) {
	e := played(t, 6)
	s := e.index.Load()
	whole := s.Recent[0].Whole(Video)
	pictures, err := ReadPictures(s.Runs[0], whole)
	if err != nil {
		t.Fatal(err)
	}
	from := bytes.NewReader(whole)
	got, err := FirstPicture(s.Runs[0], from)
	if err != nil || !got.Key || !bytes.Equal(got.Payload, pictures[0].Payload) {
		t.Errorf("the first picture is %+v, %v", got, err)
	}
	first := len(s.Recent[0].Chunk(Video, 0))
	if read := len(whole) - from.Len(); read != first {
		t.Errorf("%d bytes are read, the first chunk has %d", read, first)
	}
	for n := range first {
		if _, err := FirstPicture(s.Runs[0], bytes.NewReader(whole[:n])); !errors.Is(err, ErrUnsupported) {
			t.Errorf("of %d bytes: %v", n, err)
		}
	}
	hostile := bytes.Clone(whole)
	copy(hostile, []byte{0, 0, 0, 0})
	if _, err := FirstPicture(s.Runs[0], bytes.NewReader(hostile)); !errors.Is(err, ErrUnsupported) {
		t.Errorf("a box without length: %v", err)
	}
	if _, err := FirstPicture(s.Runs[0], iotest.TimeoutReader(iotest.OneByteReader(bytes.NewReader(whole)))); !errors.Is(err, iotest.ErrTimeout) {
		t.Errorf("a store that does not answer: %v", err)
	}
}
