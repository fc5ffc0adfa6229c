// Package demo builds the demo channel from the kit and keeps one of its games live,
// through the same doors that a real channel uses: the domains' write methods, the
// recorder, and an encoder that publishes to the RTMP port.
package demo

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"mime"
	"path"
	"strconv"
	"strings"

	"github.com/grandstand/grandstand/demo/kit"
	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/vod"
)

// Deps are the services that the demo needs.
type Deps struct {
	Channels *channel.Service
	Accounts *account.Service
	Catalog  *catalog.Service
	Commerce *commerce.Service
	Library  *vod.Service
	Till     Till
	Media    Recorder
	Public   PublicMedia
	Clock    clock.Clock
	Log      *slog.Logger
}

// PublicMedia keeps what anybody may fetch, by its key.
type PublicMedia interface {
	PutPublic(ctx context.Context, key string, content []byte, contentType string) error
}

// mediaPrefix is where the demo's public media lie.
const mediaPrefix = "demo/"

// seeder writes one demo channel. The maps hold ids by the kit's keys.
type seeder struct {
	Deps
	kit   kit.Catalog
	files fs.FS

	channel    int64
	by         actor.Actor
	categories map[string]catalog.CategoryID
	schools    map[string]catalog.GroupID
	teams      map[string]catalog.ParticipantID
	divisions  map[string]catalog.DivisionID
	groups     map[string]catalog.EventGroupID
	locations  map[string]catalog.LocationID
	packages   map[string]commerce.PackageID
	users      map[string]int64  // by their addresses
	events     []catalog.EventID // as planned: the live one, the recordings, the others
	games      []game
}

// Seed builds the channel in an empty database and returns the id of its live event.
func Seed(ctx context.Context, deps Deps) (catalog.EventID, error) {
	c, err := kit.Load(kit.Files())
	if err != nil {
		return 0, fmt.Errorf("read the demo kit: %w", err)
	}
	s := &seeder{Deps: deps, kit: c, files: kit.Files()}
	for _, step := range []struct {
		name string
		run  func(context.Context) error
	}{
		{"channel", s.seedChannel},
		{"public media", s.seedMedia},
		{"catalogue", s.seedCatalog},
		{"offers", s.seedOffers},
		{"promo codes", s.seedCoupons},
		{"events", s.seedEvents},
		{"blackouts", s.seedBlackouts},
		{"site", s.seedSite},
		{"users", s.seedUsers},
		{"purchases", s.seedPurchases},
		{"recordings", s.seedRecordings},
		{"library", s.seedLibrary},
	} {
		if err := step.run(ctx); err != nil {
			return 0, fmt.Errorf("seed the %s: %w", step.name, err)
		}
	}
	return s.events[0], nil
}

func (s *seeder) seedChannel(ctx context.Context) error {
	k := s.kit.Channel
	blocks := map[string]text.Text{}
	for name, block := range k.StaticBlocks {
		blocks[name] = text.Text(block)
	}
	id, err := s.Channels.Create(ctx, actor.Actor{Role: actor.System}, channel.Channel{
		Key: k.Key, Name: text.Text(k.Name), Tagline: text.Text(k.Tagline), Language: k.Language, Languages: k.Languages,
		Currency: k.Currency, TimeZone: k.TimeZone, Domains: []string{k.Domain, "127.0.0.1"},
		Settings: channel.Settings{
			ConcurrentStreams: k.Settings.ConcurrentStreams,
			GoogleTag:         k.Settings.GoogleTag, AnalyticsKey: k.Settings.AnalyticsKey, StaticBlocks: blocks,
			ContactEmail: k.ContactEmail, Logo: mediaKey(k.LogoMark), Favicon: mediaKey(k.Favicon), SocialImage: mediaKey(k.SocialImage), Icons: icons(k.FaviconPNG),
			EmbedParents: k.Settings.EmbedParents,
		},
		Colors: channel.Colors{
			FooterBackground: k.Colors["footer-background"], BodyBackground: k.Colors["body-background"],
			BodyText: k.Colors["body-text-color"], HeaderText: k.Colors["header-text-color"], Accent: k.Colors["accent"],
		},
	})
	if err != nil {
		return err
	}
	s.channel, s.by = int64(id), actor.ForSystem(int64(id))
	return nil
}

// icons are the kit's square pictures by their width.
func icons(files map[string]string) map[int]string {
	out := make(map[int]string, len(files))
	for size, file := range files {
		if width, err := strconv.Atoi(size); err == nil {
			out[width] = mediaKey(file)
		}
	}
	return out
}

// mediaKey is the key of a file of the kit in public media.
func mediaKey(file string) string {
	if file == "" {
		return ""
	}
	return mediaPrefix + file
}

// seedMedia publishes the kit's pictures and pre-rolls. Games are not public: they
// become recordings.
func (s *seeder) seedMedia(ctx context.Context) error {
	return fs.WalkDir(s.files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !isPublic(name) {
			return err
		}
		content, err := fs.ReadFile(s.files, name)
		if err != nil {
			return err
		}
		return s.Public.PutPublic(ctx, mediaKey(name), content, mime.TypeByExtension(path.Ext(name)))
	})
}

func isPublic(name string) bool {
	return strings.HasPrefix(name, "image/") || strings.HasPrefix(name, "video/bumper-")
}

func (s *seeder) seedUsers(ctx context.Context) error {
	roles := map[string]actor.Role{"user": actor.User, "operator": actor.Operator}
	s.users = map[string]int64{}
	for _, u := range s.kit.Channel.Users {
		user, err := s.Accounts.CreateUser(ctx, s.by, s.channel, account.NewUser{
			Email: u.Email, Password: s.kit.Channel.Password, FirstName: u.FirstName, LastName: u.LastName, Role: roles[u.Role],
			EmailVerified: true,
		})
		if err != nil {
			return fmt.Errorf("%s: %w", u.Email, err)
		}
		s.users[u.Email] = int64(user.ID)
	}
	return nil
}
