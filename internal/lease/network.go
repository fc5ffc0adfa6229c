package lease

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
)

const (
	// MaxNetworks is the number of networks in which one playback link (Address) may be used: to play, within
	// networkWindow; to download, within the life of the link. A phone that changes from one Wi-Fi
	// over a mobile network to another Wi-Fi needs three. Each may have IPv4 and IPv6, but a player
	// rarely changes between them.
	MaxNetworks = 4
	// A network counts for networkWindow after a link was played in it. The time is short, since a
	// phone changes networks all evening.
	networkWindow = 10 * time.Minute
	// rewriteInterval is the time after which a node writes the same use again.
	rewriteInterval = networkWindow / 2
	// revokedTTL is the time for which a node caches the list of revoked links.
	revokedTTL = 3 * time.Second
	// maxRecorded limits the uses that a node remembers as written.
	maxRecorded = 200_000
)

// linkNetworks counts the networks in which playback links are used, on all nodes. A node writes a link and its network once
// in rewriteInterval, so that 10,000 viewers cause about thirty rows a second, many in one statement. Every node reads
// the revoked links from one short list.
type linkNetworks struct {
	db       *db.DB
	clock    clock.Clock
	recorded *cache.LRU[networkUse, time.Time]
	writer   *cache.Batcher[networkUse, struct{}]
	revoked  *cache.TTL[struct{}, map[string]bool]
}

// networkUse is the use of a playback link in a network.
type networkUse struct {
	link, network string // Address.id and netaddr.NetworkName
	// expiresMS is the expiry of the download link; 0 for a link that is played. The use counts until then: a household
	// downloads in minutes and needs the link no more.
	expiresMS int64
}

// untilMS returns the time until which a use at a time counts.
func (u networkUse) untilMS(at time.Time) int64 {
	if u.expiresMS != 0 {
		return u.expiresMS
	}
	return clock.Millis(at.Add(networkWindow))
}

func newLinkNetworks(d *db.DB, c clock.Clock) *linkNetworks {
	n := &linkNetworks{db: d, clock: c, recorded: cache.NewLRU[networkUse, time.Time](maxRecorded, nil)}
	n.writer = cache.NewBatcher(n.write)
	n.revoked = cache.NewTTL(cache.TTLOptions[struct{}, map[string]bool]{
		Load: func(ctx context.Context, _ struct{}) (map[string]bool, error) { return n.selectRevoked(ctx) },
		TTL:  cache.FixedTTL[map[string]bool](revokedTTL), MaxWeight: 1, Clock: c,
	})
	return n
}

// codeShared is the code of a refusal for too many networks.
const codeShared = "address_shared"

func errShared(a Address) error {
	if a.Download {
		return fault.New(fault.Forbidden, codeShared, "This download link was used on too many networks. Log out and log in again to get a new link.")
	}
	return fault.New(fault.Forbidden, codeShared, "This video link is being used on too many networks at once. Open the video again.")
}

// RecordNetwork records the use of a playback link in a network (netaddr.NetworkName; "" if unknown). For a
// link that was used in more than MaxNetworks networks it returns Forbidden, "address_shared", for as
// long as the last of these uses counts.
//
// Playback does not depend on this count: while the database writes nothing (db.IsOutage: its disk is full, for
// example), uses are not counted, and only links that are revoked already are refused. If the list of
// revoked links cannot be read either, RecordNetwork returns the error, and the caller decides from its
// last answer (ADR 0048).
func (s *Service) RecordNetwork(ctx context.Context, a Address, network string) error {
	use := networkUse{link: a.id(), network: network}
	if a.Download {
		use.expiresMS = clock.Millis(a.ExpiresAt)
	}
	revoked, err := s.networks.recordUse(ctx, use)
	if err == nil && revoked {
		err = errShared(a)
	}
	return err
}

// recordUse writes a use unless the node wrote it lately, and reports whether the link is revoked.
func (n *linkNetworks) recordUse(ctx context.Context, use networkUse) (revoked bool, err error) {
	n.db.CheckPool(ctx) // the batch needs another connection than a transaction of ctx
	now := n.clock.Now()
	writtenAt, found := n.recorded.Get(use)
	if age := now.Sub(writtenAt); use.network != "" && (!found || age < 0 || age >= rewriteInterval) {
		_, _, err := n.writer.Get(ctx, use)
		if err != nil && !db.IsOutage(err) {
			return false, err
		}
		if err == nil {
			n.recorded.DropExpired(func(at time.Time) bool { return now.Sub(at) >= rewriteInterval })
			n.recorded.Set(use, now)
		}
	}
	list, err := n.revoked.Get(ctx, struct{}{})
	return list[use.link], err
}

// write stores uses of links and revokes the links that are used in too many networks. Each
// statement is a transaction: of two nodes that write concurrently, the later one counts both uses.
func (n *linkNetworks) write(ctx context.Context, uses []networkUse) (map[networkUse]struct{}, error) {
	now := n.clock.Now()
	counts := map[networkUse]int64{} // latest expiry per link and network
	for _, use := range uses {
		row := networkUse{link: use.link, network: use.network}
		counts[row] = max(counts[row], use.untilMS(now))
	}
	rows := make([]networkRow, 0, len(counts))
	links := make([]string, 0, len(counts))
	for use, until := range counts {
		rows = append(rows, networkRow{Address: use.link, Network: use.network, UntilMS: until, SeenMS: clock.Millis(now)})
		links = append(links, use.link)
	}
	// All nodes write in the same order, so that no deadlock is possible.
	slices.SortFunc(rows, func(a, b networkRow) int {
		return cmp.Or(cmp.Compare(a.Address, b.Address), cmp.Compare(a.Network, b.Network))
	})
	_, err := n.db.Write().NewInsert().Model(&rows).On("CONFLICT (address, network) DO UPDATE").
		Set("until_ms = CASE WHEN excluded.until_ms > n.until_ms THEN excluded.until_ms ELSE n.until_ms END").Set("seen_ms = excluded.seen_ms").Exec(ctx)
	if err != nil {
		return nil, fmt.Errorf("insert networks of playback links: %w", err)
	}
	var shared []revokedRow
	err = n.db.Write().NewSelect().Model((*networkRow)(nil)).Column("address").ColumnExpr("max(until_ms) AS until_ms").
		Where("address IN (?)", bun.List(links)).Where("until_ms > ?", clock.Millis(now)).
		Group("address").Having("count(*) > ?", MaxNetworks).Order("address").Scan(ctx, &shared)
	if err != nil {
		return nil, fmt.Errorf("count networks of playback links: %w", err)
	}
	return nil, n.revoke(ctx, shared)
}

func (n *linkNetworks) revoke(ctx context.Context, rows []revokedRow) error {
	if len(rows) == 0 {
		return nil
	}
	_, err := n.db.Write().NewInsert().Model(&rows).On("CONFLICT (address) DO UPDATE").Set("until_ms = excluded.until_ms").Exec(ctx)
	if err != nil {
		return fmt.Errorf("revoke playback links: %w", err)
	}
	n.revoked.InvalidateAll()
	return nil
}

func (n *linkNetworks) selectRevoked(ctx context.Context) (map[string]bool, error) {
	var list []string
	err := n.db.Read().NewSelect().Model((*revokedRow)(nil)).Column("address").Where("until_ms > ?", clock.Millis(n.clock.Now())).Scan(ctx, &list)
	if err != nil {
		return nil, fmt.Errorf("list revoked playback links: %w", err)
	}
	found := make(map[string]bool, len(list))
	for _, link := range list {
		found[link] = true
	}
	return found, nil
}

// DeleteExpiredNetworks deletes at most limit uses of links that count no longer, and as many expired revocations. It
// returns the larger of the two numbers, so that the caller repeats until both are done.
func (s *Service) DeleteExpiredNetworks(ctx context.Context, limit int64) (int64, error) {
	now := clock.Millis(s.clock.Now())
	uses := s.db.Write().NewSelect().Model((*networkRow)(nil)).Column("address", "network").Where("until_ms <= ?", now).Limit(limit)
	result, err := s.db.Write().NewDelete().Model((*networkRow)(nil)).Where("(address, network) IN (?)", uses).Exec(ctx)
	if err != nil {
		return 0, fmt.Errorf("delete networks of playback links: %w", err)
	}
	n, err := result.RowsAffected()
	if err != nil {
		return 0, err
	}
	ended := s.db.Write().NewSelect().Model((*revokedRow)(nil)).Column("address").Where("until_ms <= ?", now).Limit(limit)
	result, err = s.db.Write().NewDelete().Model((*revokedRow)(nil)).Where("address IN (?)", ended).Exec(ctx)
	if err != nil {
		return 0, fmt.Errorf("delete expired revocations: %w", err)
	}
	m, err := result.RowsAffected()
	return max(n, m), err
}

type networkRow struct {
	bun.BaseModel `bun:"table:address_networks,alias:n"`

	Address string `bun:",pk"`
	Network string `bun:",pk"`
	UntilMS int64  `bun:"until_ms"`
	SeenMS  int64  `bun:"seen_ms"` // for nodes of an earlier version, during an upgrade
}

type revokedRow struct {
	bun.BaseModel `bun:"table:revoked_addresses,alias:r"`

	Address string `bun:",pk"`
	UntilMS int64  `bun:"until_ms"`
}
