package playlist

import (
	"strings"
	"testing"
)

func TestTheResolutionIsThatWhichViewersSee(t *testing.T) {
	y := newStory(t)
	y.run("6742c01eda02c049b041000003000100000300320f162ea0", kickOff) // 704x576, pixels of 16 to 11
	y.segments(2)
	if list := string(Multivariant(&y.s, Rewind, Beside{})); !strings.Contains(list, "RESOLUTION=1024x576") {
		t.Errorf("the list:\n%s", list)
	}
}
