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
	// MaxNetworks is the number of networks in which one Address may be used: to play, within
	// networkWindow; to download, until the address expires. A phone that changes from one Wi-Fi
	// over a mobile network to another Wi-Fi needs three. Each may have IPv4 and IPv6, but a player
	// rarely changes between them.
	MaxNetworks = 4
	// A network counts for networkWindow after an address was played in it. The time is short, since a
	// phone changes networks all evening.
	networkWindow = 10 * time.Minute
	// rewriteInterval is the time after which a node writes the same use again.
	rewriteInterval = networkWindow / 2
	// revokedTTL is the time for which a node caches the list of revoked addresses.
	revokedTTL = 3 * time.Second
	// maxRecorded limits the uses that a node remembers as written.
	maxRecorded = 200_000
)

// addressNetworks counts the networks in which addresses are used, on all nodes. A node writes an address and its network
// once in rewriteInterval, so that 10,000 viewers cause about thirty rows a second, many in one statement. Every node
// reads the revoked addresses from one short list.
type addressNetworks struct {
	db       *db.DB
	clock    clock.Clock
	recorded *cache.LRU[networkUse, time.Time]
	writer   *cache.Batcher[networkUse, struct{}]
	revoked  *cache.TTL[struct{}, map[string]bool]
}

// networkUse is the use of an address in a network.
type networkUse struct {
	addressID, network string // Address.id and netaddr.NetworkName
	// expiresMS is the expiry of a download's address; 0 for an address that is played. A download counts until then:
	// a household downloads within minutes and rarely needs the address again.
	expiresMS int64
}

// untilMS returns the end of the time in which a use at the given time counts.
func (u networkUse) untilMS(at time.Time) int64 {
	if u.expiresMS != 0 {
		return u.expiresMS
	}
	return clock.Millis(at.Add(networkWindow))
}

func newAddressNetworks(d *db.DB, c clock.Clock) *addressNetworks {
	n := &addressNetworks{db: d, clock: c, recorded: cache.NewLRU[networkUse, time.Time](maxRecorded, nil)}
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

// RecordNetwork records the use of an address in a network (netaddr.NetworkName; "" if unknown). For an address
// that was used in more than MaxNetworks networks it returns Forbidden, "address_shared", for as long as the
// last of these uses counts.
//
// Playback does not depend on this count. While the database cannot write (db.IsOutage, for example a full disk),
// RecordNetwork counts nothing and refuses only addresses that are already revoked. If the list of revoked
// addresses cannot be read either, RecordNetwork returns the error, and the caller decides from its last answer
// (ADR 0048).
func (s *Service) RecordNetwork(ctx context.Context, a Address, network string) error {
	use := networkUse{addressID: a.id(), network: network}
	if a.Download {
		use.expiresMS = clock.Millis(a.ExpiresAt)
	}
	revoked, err := s.networks.recordUse(ctx, use)
	if err == nil && revoked {
		err = errShared(a)
	}
	return err
}

// recordUse writes a use unless the node wrote it lately, and reports whether the address is revoked.
func (n *addressNetworks) recordUse(ctx context.Context, use networkUse) (revoked bool, err error) {
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
	return list[use.addressID], err
}

// write stores uses of addresses and revokes the addresses that are used in too many networks. Each
// statement is a transaction: of two nodes that write concurrently, the later one counts both uses.
func (n *addressNetworks) write(ctx context.Context, uses []networkUse) (map[networkUse]struct{}, error) {
	now := n.clock.Now()
	latestUntil := map[networkUse]int64{} // per address and network
	for _, use := range uses {
		key := networkUse{addressID: use.addressID, network: use.network}
		latestUntil[key] = max(latestUntil[key], use.untilMS(now))
	}
	rows := make([]networkRow, 0, len(latestUntil))
	addressIDs := make([]string, 0, len(latestUntil))
	for key, until := range latestUntil {
		rows = append(rows, networkRow{Address: key.addressID, Network: key.network, UntilMS: until, SeenMS: clock.Millis(now)})
		addressIDs = append(addressIDs, key.addressID)
	}
	// All nodes write in the same order, so that no deadlock is possible.
	slices.SortFunc(rows, func(a, b networkRow) int {
		return cmp.Or(cmp.Compare(a.Address, b.Address), cmp.Compare(a.Network, b.Network))
	})
	_, err := n.db.Write().NewInsert().Model(&rows).On("CONFLICT (address, network) DO UPDATE").
		Set("until_ms = CASE WHEN excluded.until_ms > n.until_ms THEN excluded.until_ms ELSE n.until_ms END").Set("seen_ms = excluded.seen_ms").Exec(ctx)
	if err != nil {
		return nil, fmt.Errorf("insert networks of addresses: %w", err)
	}
	var shared []revokedRow
	err = n.db.Write().NewSelect().Model((*networkRow)(nil)).Column("address").ColumnExpr("max(until_ms) AS until_ms").
		Where("address IN (?)", bun.List(addressIDs)).Where("until_ms > ?", clock.Millis(now)).
		Group("address").Having("count(*) > ?", MaxNetworks).Order("address").Scan(ctx, &shared)
	if err != nil {
		return nil, fmt.Errorf("count networks of addresses: %w", err)
	}
	return nil, n.revoke(ctx, shared)
}

func (n *addressNetworks) revoke(ctx context.Context, rows []revokedRow) error {
	if len(rows) == 0 {
		return nil
	}
	_, err := n.db.Write().NewInsert().Model(&rows).On("CONFLICT (address) DO UPDATE").Set("until_ms = excluded.until_ms").Exec(ctx)
	if err != nil {
		return fmt.Errorf("revoke addresses: %w", err)
	}
	n.revoked.InvalidateAll()
	return nil
}

func (n *addressNetworks) selectRevoked(ctx context.Context) (map[string]bool, error) {
	var list []string
	err := n.db.Read().NewSelect().Model((*revokedRow)(nil)).Column("address").Where("until_ms > ?", clock.Millis(n.clock.Now())).Scan(ctx, &list)
	if err != nil {
		return nil, fmt.Errorf("list revoked addresses: %w", err)
	}
	found := make(map[string]bool, len(list))
	for _, addressID := range list {
		found[addressID] = true
	}
	return found, nil
}

// DeleteExpiredNetworks deletes at most limit uses of addresses that no longer count, and as many expired revocations. It
// returns the larger of the two numbers, so that the caller repeats until both are done.
func (s *Service) DeleteExpiredNetworks(ctx context.Context, limit int64) (int64, error) {
	now := clock.Millis(s.clock.Now())
	uses := s.db.Write().NewSelect().Model((*networkRow)(nil)).Column("address", "network").Where("until_ms <= ?", now).Limit(limit)
	result, err := s.db.Write().NewDelete().Model((*networkRow)(nil)).Where("(address, network) IN (?)", uses).Exec(ctx)
	if err != nil {
		return 0, fmt.Errorf("delete networks of addresses: %w", err)
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
