// Package rtmp receives streams from encoders over RTMP (Adobe RTMP 1.0, and
// Enhanced RTMP's framing of H.264 and AAC) and hands their samples on.
package rtmp

import "github.com/grandstand/grandstand/internal/media/ingest"

// Reasons why connections end that only this protocol has.
var (
	errNotRTMP = &ingest.Reason{Code: "not_rtmp", Text: "not RTMP"}
	errPlay    = &ingest.Refusal{Code: "play", Reason: "streams can only be watched on the site"}
	errApp     = &ingest.Refusal{Code: "application", Reason: "write the address as rtmp://<host>/live/<stream key>"}
)
