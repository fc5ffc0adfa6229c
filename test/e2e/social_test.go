//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/social/socialtest"
)

const (
	// memberSecret signs members' tokens of the social channel.
	memberSecret = "what-the-social-channel-shares-with-its-members-system"
	// The variables are where secrets come from: packs hold none.
	socialVariable = "SOCIAL_CLIENT_SECRET"
	memberVariable = "SOCIAL_MEMBER_SECRET"
)

// socialEnv starts a login provider, and says to the server where it is.
func socialEnv(t *testing.T) []string {
	t.Helper()
	p := socialtest.Start(t, time.Now)
	return []string{
		"GRANDSTAND_GOOGLE_ISSUER=" + p.Issuer, "GRANDSTAND_FACEBOOK_URL=" + p.Facebook, "GRANDSTAND_FACEBOOK_GRAPH=" + p.Graph,
		socialVariable + "=" + socialtest.ClientSecret, memberVariable + "=" + memberSecret,
	}
}

// seedSocial makes a channel that offers every way to log in, and returns its host.
func (s *scene) seedSocial(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	manifest := fmt.Sprintf(`key: social
name: {en: Harbour League, fr: Ligue du Havre}
language: en
languages: [en, fr]
currency: CAD
time_zone: UTC
domains: [social.localhost]
colors: {footer-background: "#06202b", body-background: "#f6f8f7", body-text-color: "#10201f", header-text-color: "#ffffff", accent: "#0b6e5c"}
settings:
  google_client_id: %[1]s
  facebook_app_id: %[1]s
  remote_auth: https://members.example/login
secrets:
  google_client_secret: ${%[2]s}
  facebook_app_secret: ${%[2]s}
  remote_auth_secret: ${%[3]s}
`, socialtest.ClientID, socialVariable, memberVariable)
	if err := os.WriteFile(filepath.Join(folder, "channel.yaml"), []byte(manifest), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := s.server.Run(within(t, patience), "channel", "apply", folder); err != nil || strings.Contains(out, socialtest.ClientSecret) {
		t.Fatalf("%v: %s", err, out)
	}
	return "social.localhost"
}
