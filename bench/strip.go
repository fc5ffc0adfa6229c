package main

import (
	"fmt"
	"time"
)

// The encoder's clock is burnt into the picture, so that whoever holds a frame knows when it was made without trusting
// any timestamp on the way: a strip at the bottom shows the milliseconds since 1970, modulo 2^stripBits, as white and
// black fields, the lowest bit at the left.
const (
	stripBits   = 20 // 17 minutes, far beyond any delay
	stripHeight = 32
	frameWidth  = 1280
	frameHeight = 720
	frameRate   = 30
)

// stripArguments makes ffmpeg generate, encode and publish the picture with the strip, as a live encoder does.
func stripArguments(address string) []string {
	picture := fmt.Sprintf("testsrc2=size=%dx%d:rate=%d[picture];"+
		"color=black:size=%dx1:rate=%d,format=gray,geq=lum='255*mod(floor(floor(time(0)*1000)/pow(2,X)),2)',"+
		"scale=%d:%d:flags=neighbor,format=yuv420p[strip];[picture][strip]vstack",
		frameWidth, frameHeight-stripHeight, frameRate, stripBits, frameRate, frameWidth, stripHeight)
	return []string{
		"-re", "-f", "lavfi", "-i", picture, "-re", "-f", "lavfi", "-i", "sine=frequency=330:sample_rate=48000",
		"-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-pix_fmt", "yuv420p",
		"-g", fmt.Sprint(2 * frameRate), "-sc_threshold", "0", "-b:v", "2M", "-c:a", "aac", "-b:a", "96k",
		"-f", "flv", address,
	}
}

// readStrip gives the clock that a strip shows, from the brightness of each field.
func readStrip(fields []byte) int64 {
	var clock int64
	for i, brightness := range fields {
		if brightness > 127 {
			clock |= 1 << i
		}
	}
	return clock
}

// behind gives how long before a moment a clock was read. Clocks that were caught while they changed read as far off
// and are refused.
func behind(moment time.Time, clock int64) (time.Duration, bool) {
	const period = int64(1) << stripBits
	late := time.Duration(((moment.UnixMilli()-clock)%period+period)%period) * time.Millisecond
	return late, late < time.Minute
}
