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

// rescuer makes the jobs of dead nodes available to living nodes. River alone would wait for
// jobTimeout. With the heartbeats of the nodes, the jobs of a killed node restart within seconds,
// independent of their length.
type rescuer struct {
	db        *db.DB
	node      string
	running   *runningJobs
	clock     clock.Clock
	deadAfter time.Duration
	log       *slog.Logger

	unavailable    bool      // the last heartbeat failed
	availableSince time.Time // when heartbeats succeeded again; zero if none has failed
	unknownJobs    []int64   // jobs that this node did not know at the last heartbeat
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
			if err := r.heartbeat(ctx); err != nil && ctx.Err() == nil {
				r.log.ErrorContext(ctx, "job heartbeat failed", "error", err)
			}
		}
	}
}

// heartbeat records that this node lives and releases the jobs of dead nodes. While the database is
// unavailable, the heartbeats of all nodes fail; afterwards the other nodes first get time to record
// one. heartbeat must not be called concurrently.
func (r *rescuer) heartbeat(ctx context.Context) error {
	now := r.clock.Now()
	err := r.recordHeartbeat(ctx, now)
	if err == nil && r.unavailable {
		r.availableSince = now
	}
	r.unavailable = err != nil
	return err
}

func (r *rescuer) recordHeartbeat(ctx context.Context, now time.Time) error {
	var freed int64
	err := r.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		self := &jobNode{ID: r.node, SeenMS: clock.Millis(now)}
		if _, err := tx.NewInsert().Model(self).On("CONFLICT (id) DO UPDATE").Set("seen_ms = EXCLUDED.seen_ms").Exec(ctx); err != nil {
			return err
		}
		if r.unavailable || now.Sub(r.availableSince) < r.deadAfter/2 {
			return nil
		}
		if err := r.deleteDeadNodes(ctx, tx, now); err != nil {
			return err
		}
		result, err := tx.ExecContext(ctx, releaseSQL[r.db.Engine()])
		if err != nil {
			return err
		}
		freed, err = result.RowsAffected()
		return err
	})
	if err != nil {
		return fmt.Errorf("record heartbeat: %w", err)
	}
	stray, err := r.releaseUnknownJobs(ctx)
	if err != nil {
		return err
	}
	if freed += stray; freed > 0 {
		r.log.WarnContext(ctx, "restarting jobs of a dead node or without a recorded completion", "jobs", freed)
	}
	return nil
}

// deleteDeadNodes deletes nodes whose heartbeat is too old, or in the future because a clock was set
// back. A SQLite database belongs to one process, so every other node there is an earlier process.
func (r *rescuer) deleteDeadNodes(ctx context.Context, tx bun.Tx, now time.Time) error {
	dead := tx.NewDelete().Model((*jobNode)(nil)).Where("id <> ?", r.node)
	if r.db.Engine() != db.SQLite {
		dead.Where("seen_ms NOT BETWEEN ? AND ?", clock.Millis(now.Add(-r.deadAfter)), clock.Millis(now.Add(r.deadAfter)))
	}
	_, err := dead.Exec(ctx)
	return err
}

// releaseUnknownJobs makes jobs available that the database says run here, but that this node did
// not know at two heartbeats in a row. It returns their number. One heartbeat is not enough, because
// a job may just have been fetched.
func (r *rescuer) releaseUnknownJobs(ctx context.Context) (int64, error) {
	var ids []int64
	if err := r.db.Read().NewRaw(`SELECT id FROM river_job WHERE state = 'running' AND attempt < max_attempts AND `+lastWorker[r.db.Engine()]+` = ?`,
		r.node).Scan(ctx, &ids); err != nil {
		return 0, fmt.Errorf("list running jobs of this node: %w", err)
	}
	unknown := r.running.filterUnknown(ids)
	twice := slices.DeleteFunc(slices.Clone(unknown), func(id int64) bool { return !slices.Contains(r.unknownJobs, id) })
	r.unknownJobs = unknown
	if len(twice) == 0 {
		return 0, nil
	}
	result, err := r.db.Write().NewRaw(`UPDATE river_job SET state = 'available' WHERE state = 'running' AND id IN (?)`, bun.List(twice)).Exec(ctx)
	if err != nil {
		return 0, fmt.Errorf("release unknown jobs: %w", err)
	}
	return result.RowsAffected()
}

// lastWorker is the SQL expression for the node that last fetched a job.
var lastWorker = map[db.Engine]string{
	db.SQLite:   `json_extract(CAST(attempted_by AS TEXT), '$[#-1]')`,
	db.Postgres: `attempted_by[array_upper(attempted_by, 1)]`,
}

// deregister deletes this node, so that other nodes need not wait for its heartbeat to expire.
func (r *rescuer) deregister(ctx context.Context) error {
	_, err := r.db.Write().NewDelete().Model((*jobNode)(nil)).Where("id = ?", r.node).Exec(ctx)
	return err
}

// releaseSQL makes running jobs available whose node is not alive. The interrupted attempt counts, so
// that a job that kills its process is discarded after its last attempt.
var releaseSQL = map[db.Engine]string{
	db.SQLite: `UPDATE river_job SET state = 'available'
		WHERE state = 'running' AND attempt < max_attempts
		AND NOT EXISTS (SELECT 1 FROM job_nodes n WHERE n.id = ` + lastWorker[db.SQLite] + `)`,
	db.Postgres: `UPDATE river_job SET state = 'available'
		WHERE state = 'running' AND attempt < max_attempts
		AND NOT EXISTS (SELECT 1 FROM job_nodes n WHERE n.id = ` + lastWorker[db.Postgres] + `)`,
}
