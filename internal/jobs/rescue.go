package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
)

// rescuer gives the jobs of dead nodes to living ones. River alone would wait until
// the longest allowed job is surely over; nodes that show a heartbeat let a killed
// node's jobs start again within seconds, however long such a job may take.
type rescuer struct {
	db        *db.DB
	node      string
	work      *atWork
	clock     clock.Clock
	deadAfter time.Duration
	log       *slog.Logger

	away  bool      // the last beat failed
	since time.Time // from when on beats succeed again; zero for always
	stray []int64   // jobs that this node did not know at the last beat
}

type jobNode struct {
	bun.BaseModel `bun:"table:job_nodes"`

	ID     string `bun:"id,pk"`
	SeenMS int64  `bun:"seen_ms"`
}

func (r *rescuer) run(ctx context.Context) {
	ticker := time.NewTicker(r.deadAfter / 4)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if err := r.beat(ctx); err != nil && ctx.Err() == nil {
				r.log.ErrorContext(ctx, "job heartbeat failed", "error", err)
			}
		}
	}
}

// beat shows that this node lives and frees what dead nodes were running. When beats have
// failed, as those of all do while the database is away, the others first get the time to
// show that they live. It is for one goroutine.
func (r *rescuer) beat(ctx context.Context) error {
	now := r.clock.Now()
	err := r.show(ctx, now)
	if err == nil && r.away {
		r.since = now
	}
	r.away = err != nil
	return err
}

func (r *rescuer) show(ctx context.Context, now time.Time) error {
	var freed int64
	err := r.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		self := &jobNode{ID: r.node, SeenMS: clock.Millis(now)}
		if _, err := tx.NewInsert().Model(self).On("CONFLICT (id) DO UPDATE").Set("seen_ms = EXCLUDED.seen_ms").Exec(ctx); err != nil {
			return err
		}
		if r.away || now.Sub(r.since) < r.deadAfter/2 {
			return nil
		}
		if err := r.bury(ctx, tx, now); err != nil {
			return err
		}
		result, err := tx.ExecContext(ctx, freeSQL[r.db.Engine()])
		if err != nil {
			return err
		}
		freed, err = result.RowsAffected()
		return err
	})
	if err != nil {
		return fmt.Errorf("show that this node lives: %w", err)
	}
	stray, err := r.gather(ctx)
	if err != nil {
		return err
	}
	if freed += stray; freed > 0 {
		r.log.WarnContext(ctx, "jobs of a dead node, or that could not be noted as done, start again", "jobs", freed)
	}
	return nil
}

// bury removes nodes that have not been heard of for long, or last at a time that is yet to come: before a clock
// was set back. A SQLite file has one process, so that every other node is a former life of it.
func (r *rescuer) bury(ctx context.Context, tx bun.Tx, now time.Time) error {
	dead := tx.NewDelete().Model((*jobNode)(nil)).Where("id <> ?", r.node)
	if r.db.Engine() != db.SQLite {
		dead.Where("seen_ms NOT BETWEEN ? AND ?", clock.Millis(now.Add(-r.deadAfter)), clock.Millis(now.Add(r.deadAfter)))
	}
	_, err := dead.Exec(ctx)
	return err
}

// gather frees jobs that are said to run here and have not for two beats, and returns how
// many those are. A job that is fetched at this moment is known by the next one.
func (r *rescuer) gather(ctx context.Context) (int64, error) {
	var ids []int64
	if err := r.db.Read().NewRaw(`SELECT id FROM river_job WHERE state = 'running' AND attempt < max_attempts AND `+lastWorker[r.db.Engine()]+` = ?`,
		r.node).Scan(ctx, &ids); err != nil {
		return 0, fmt.Errorf("list what this node runs: %w", err)
	}
	unknown := r.work.unknown(ids)
	twice := slices.DeleteFunc(slices.Clone(unknown), func(id int64) bool { return !slices.Contains(r.stray, id) })
	r.stray = unknown
	if len(twice) == 0 {
		return 0, nil
	}
	result, err := r.db.Write().NewRaw(`UPDATE river_job SET state = 'available' WHERE state = 'running' AND id IN (?)`, bun.List(twice)).Exec(ctx)
	if err != nil {
		return 0, fmt.Errorf("free what this node does not run: %w", err)
	}
	return result.RowsAffected()
}

// lastWorker is the node that a job was last given to.
var lastWorker = map[db.Engine]string{
	db.SQLite:   `json_extract(CAST(attempted_by AS TEXT), '$[#-1]')`,
	db.Postgres: `attempted_by[array_upper(attempted_by, 1)]`,
}

// leave removes this node's heartbeat, so that others need not wait for it to age.
func (r *rescuer) leave(ctx context.Context) error {
	_, err := r.db.Write().NewDelete().Model((*jobNode)(nil)).Where("id = ?", r.node).Exec(ctx)
	return err
}

// freeSQL makes running jobs available whose last worker is no living node. The
// attempt that was cut short still counts, so a job that kills its process ends up
// discarded rather than killing every node for ever.
var freeSQL = map[db.Engine]string{
	db.SQLite: `UPDATE river_job SET state = 'available'
		WHERE state = 'running' AND attempt < max_attempts
		AND NOT EXISTS (SELECT 1 FROM job_nodes n WHERE n.id = ` + lastWorker[db.SQLite] + `)`,
	db.Postgres: `UPDATE river_job SET state = 'available'
		WHERE state = 'running' AND attempt < max_attempts
		AND NOT EXISTS (SELECT 1 FROM job_nodes n WHERE n.id = ` + lastWorker[db.Postgres] + `)`,
}
