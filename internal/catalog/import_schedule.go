package catalog

import (
	"cmp"
	"context"
	"fmt"

	"github.com/uptrace/bun"
)

// importSchedule decides the start and the schedule status of a row that a schedule file brings. was is the stored row, nil
// for a new event. fileStatus is its status: nil if the file does not say it, "" for an empty cell in its column, which means
// On. Only a status that differs from that of the last import is applied, since an operator can have changed the event
// afterwards. A file that does not say the status sets an event on by a new time, if the last import made it postponed or tba.
// It reports false for a new status that the stream of the event does not allow.
func (r *eventRow) importSchedule(was *eventRow, fileStatus *ScheduleStatus) bool {
	timed := !r.TimeTBA
	if fileStatus != nil {
		r.ImportedStatus = *fileStatus
		r.ScheduleStatus = cmp.Or(*fileStatus, On)
		r.TimeTBA = r.TimeTBA || r.ScheduleStatus == TBA
	}
	if was == nil {
		return true
	}
	moved := r.StartMS != cmp.Or(was.ImportedStartMS, was.StartMS)
	newTime := moved
	if fileStatus == nil {
		r.ImportedStatus = was.ImportedStatus
	}
	if r.ImportedStatus == was.ImportedStatus {
		r.ScheduleStatus = was.ScheduleStatus
	}
	if fileStatus == nil && timed && (r.ImportedStatus == TBA || r.ImportedStatus == Postponed && moved) {
		r.ImportedStatus, newTime = "", true
	}
	if r.ScheduleStatus == TBA && was.TimeTBA && (was.wasStreamed() || was.ScheduleStatus == On) {
		r.ScheduleStatus = was.ScheduleStatus // the time was never announced, and the file still says so
	}
	if r.ScheduleStatus == On && was.ScheduleStatus == TBA && !timed {
		r.ScheduleStatus = TBA // the game has begun, and its time was never announced
	}
	if newTime && r.ImportedStatus == "" && (r.ScheduleStatus == Postponed || r.ScheduleStatus == TBA) {
		r.ScheduleStatus = On
	}
	r.importStart(was, moved)
	return was.allowsStatus(r.ScheduleStatus)
}

// importStart decides the start of a stored event that a schedule file has again, and whether its time
// is known. moved says that the file has another start than last time. A streamed event keeps its start, which is that
// of its recording.
func (r *eventRow) importStart(was *eventRow, moved bool) {
	if was.wasStreamed() {
		r.StartMS, r.TimeTBA = was.StartMS, was.TimeTBA
		return
	}
	announced := r.ScheduleStatus == On && was.TimeTBA && !r.TimeTBA
	switch {
	case announced: // the file has the time of an event that had none
	case !moved, r.TimeTBA && !was.TimeTBA && r.ScheduleStatus != TBA && r.venueNoon(r.StartMS) == r.venueNoon(was.StartMS):
		// A file that leaves out the time of an event that is off does not undo the announced time.
		r.StartMS, r.TimeTBA = was.StartMS, was.TimeTBA || r.ScheduleStatus == TBA
	default:
		r.TimeTBA = r.TimeTBA || r.ScheduleStatus == TBA || r.ScheduleStatus != On && was.TimeTBA
	}
	if r.TimeTBA {
		r.StartMS = r.venueNoon(r.StartMS)
	}
}

// keepsStart reports whether a streamed event does not get the new start that a schedule file gives it. r is the row after
// importSchedule; timed says that the file has a time.
func (r *eventRow) keepsStart(was *eventRow, timed bool) bool {
	return was.wasStreamed() && timed && r.ImportedStartMS != r.StartMS && r.ImportedStartMS != cmp.Or(was.ImportedStartMS, was.StartMS)
}

// rememberImport stores the file's start and status of an event that the file changes in nothing else.
func (r *eventRow) rememberImport(ctx context.Context, tx bun.Tx, was *eventRow) error {
	if r.ImportedStartMS == was.ImportedStartMS && r.ImportedStatus == was.ImportedStatus {
		return nil
	}
	_, err := tx.NewRaw("UPDATE events SET imported_start_ms = ?, imported_status = ? WHERE id = ? AND channel_id = ?",
		r.ImportedStartMS, r.ImportedStatus, r.ID, r.ChannelID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("remember what the schedule says of event %d: %w", r.ID, err)
	}
	return nil
}
