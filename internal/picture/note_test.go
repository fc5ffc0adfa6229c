package picture

import (
	"bytes"
	"image"
	"image/jpeg"
	"slices"
	"testing"
)

// segment is one of a JPEG file.
func segment(marker byte, content string) []byte {
	n := len(content) + 2
	return append([]byte{0xff, marker, byte(n >> 8), byte(n)}, content...)
}

func TestNotesLeaveWithoutThePicture(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 40, 30))
	for i := range img.Pix {
		img.Pix[i] = uint8(i * 7)
	}
	var plain bytes.Buffer
	if err := jpeg.Encode(&plain, img, nil); err != nil {
		t.Fatal(err)
	}
	noted := slices.Concat(plain.Bytes()[:2], segment(0xe0, "JFIF\x00"), exifOf(6), segment(0xe1, "http://ns.adobe.com/xap/ GPS 45.5N"),
		segment(0xe2, "ICC_PROFILE\x00\x01\x01colours"), segment(0xe2, "MPF\x00another picture"), segment(0xed, "Photoshop"), segment(0xee, "Adobe"),
		segment(0xfe, "taken by Zoé"), []byte{0xff}, plain.Bytes()[2:], []byte("and a film with its place"))
	got := withoutNotes(noted)
	for _, gone := range []string{"GPS", "MPF", "Photoshop", "Zoé", "film"} {
		if bytes.Contains(got, []byte(gone)) {
			t.Errorf("%s is still there", gone)
		}
	}
	for _, stays := range []string{"JFIF", "ICC_PROFILE", "Adobe"} {
		if !bytes.Contains(got, []byte(stays)) {
			t.Errorf("%s is gone", stays)
		}
	}
	if up := orientation(got); up != 6 {
		t.Errorf("it lies as %d", up)
	}
	was, err := jpeg.Decode(bytes.NewReader(plain.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	// Without the empty "Adobe" of this test, which no decoder takes.
	is, err := jpeg.Decode(bytes.NewReader(bytes.Replace(got, segment(0xee, "Adobe"), nil, 1)))
	if err != nil || !bytes.Equal(was.(*image.Gray).Pix, is.(*image.Gray).Pix) {
		t.Errorf("the picture has changed: %v", err)
	}
	if again := withoutNotes(got); !bytes.Equal(again, got) {
		t.Error("a second time changes it again")
	}
	if !bytes.Equal(withoutNotes(plain.Bytes()), plain.Bytes()) {
		t.Error("a picture without notes changes")
	}
}

func TestNotesOfTornFiles(t *testing.T) {
	var plain bytes.Buffer
	if err := jpeg.Encode(&plain, image.NewGray(image.Rect(0, 0, 9, 9)), nil); err != nil {
		t.Fatal(err)
	}
	whole := slices.Concat(plain.Bytes()[:2], exifOf(3), segment(0xe1, "a place"), plain.Bytes()[2:])
	for n := range whole { // no length makes it fail or grow
		if got := withoutNotes(whole[:n]); len(got) > n+2+len(exifOf(3)) {
			t.Fatalf("of %d bytes it makes %d", n, len(got))
		}
	}
	for _, content := range []string{"", "\xff", "\xff\xd8", "GIF89a", "\x89PNG\r\n\x1a\n"} {
		if got := withoutNotes([]byte(content)); len(content) < 3 && len(got) > 4 || len(content) > 2 && string(got) != content {
			t.Errorf("%q becomes %q", content, got)
		}
	}
}
