package segment

import (
	"encoding/hex"
	"testing"

	"github.com/bluenviron/mediacommon/v2/pkg/codecs/h264"
)

// Pixels that are not square count by their shape.
func TestTheWidthThatViewersSee(t *testing.T) {
	sps, err := hex.DecodeString("6742c01eda02c049b041000003000100000300320f162ea0") // 704x576, pixels of 16 to 11
	if err != nil {
		t.Fatal(err)
	}
	c, err := NewVideoConfig(sps, [][]byte{{0x68, 0xCE, 0x0F, 0xC8}})
	if err != nil || c.Width != 704 || c.ShownWidth != 1024 || c.Height != 576 {
		t.Errorf("%+v, %v", c, err)
	}
	for name, test := range map[string]struct {
		vui  *h264.SPS_VUI
		want int
	}{
		"nothing":         {nil, 720},
		"not said":        {&h264.SPS_VUI{AspectRatioIdc: 14}, 720},
		"unspecified":     {&h264.SPS_VUI{AspectRatioInfoPresentFlag: true}, 720},
		"square":          {&h264.SPS_VUI{AspectRatioInfoPresentFlag: true, AspectRatioIdc: 1}, 720},
		"four to three":   {&h264.SPS_VUI{AspectRatioInfoPresentFlag: true, AspectRatioIdc: 14}, 960},
		"two numbers":     {&h264.SPS_VUI{AspectRatioInfoPresentFlag: true, AspectRatioIdc: 255, SarWidth: 8, SarHeight: 9}, 640},
		"reserved":        {&h264.SPS_VUI{AspectRatioInfoPresentFlag: true, AspectRatioIdc: 99}, 720},
		"nothing by zero": {&h264.SPS_VUI{AspectRatioInfoPresentFlag: true, AspectRatioIdc: 255, SarWidth: 1}, 720},
		"a line":          {&h264.SPS_VUI{AspectRatioInfoPresentFlag: true, AspectRatioIdc: 255, SarWidth: 65535, SarHeight: 1}, 720},
	} {
		if got := shownWidth(720, test.vui); got != test.want {
			t.Errorf("%s: %d, not %d", name, got, test.want)
		}
	}
}
