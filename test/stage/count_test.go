package stage

import "testing"

func TestReadCount(t *testing.T) {
	squares := func(bits int) []byte {
		luma := make([]byte, 2*CountColumns)
		for i := range CountColumns {
			luma[CountColumns*(1-bits>>i&1)+i] = 235
		}
		return luma
	}
	for bits, want := range map[int]Count{0: {}, 5: {Second: 5}, 511: {Second: 511}, 1<<15 | 60: {Again: true, Second: 60}} {
		if got, ok := ReadCount(squares(bits)); !ok || got != want {
			t.Errorf("%b is read as %v, %t; want %v", bits, got, ok, want)
		}
	}
	grey := make([]byte, 2*CountColumns)
	half := squares(5)
	half[3] = half[CountColumns+3]
	for name, luma := range map[string][]byte{"nothing": nil, "grey": grey, "one square is missing": half, "other bits": squares(1 << 12)} {
		if got, ok := ReadCount(luma); ok {
			t.Errorf("%s is read as %v", name, got)
		}
	}
}
