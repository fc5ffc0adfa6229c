package app

import "time"

// boardsTimeout bounds one round of drawing small pictures.
const boardsTimeout = 3 * time.Minute

// drawBoardsArgs draws the small pictures that streams and recordings lack.
type drawBoardsArgs struct{}

// Kind names the job in the queue.
func (drawBoardsArgs) Kind() string { return "media.draw_boards" }

// previewsTimeout bounds one round of making previews.
const previewsTimeout = 5 * time.Minute

// makePreviewsArgs makes the previews that streams, recordings and films lack.
type makePreviewsArgs struct{}

// Kind names the job in the queue.
func (makePreviewsArgs) Kind() string { return "media.make_previews" }
