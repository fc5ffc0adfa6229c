package app

import (
	"context"
	"net"
	"net/http"
	"net/http/pprof"
	"net/netip"
	"os"
	"slices"
	"strings"

	"github.com/VictoriaMetrics/metrics"

	"github.com/grandstand/grandstand/internal/config"
	"github.com/grandstand/grandstand/internal/mail"
)

// adminHandler serves metrics and profiles on a separate listener that is not public.
func adminHandler(cfg config.Config, set *metrics.Set, observe func(context.Context), mailbox *mail.Box, h *health) http.Handler {
	mux := http.NewServeMux()
	if mailbox != nil {
		mux.Handle("GET /dev/mail", mailbox)
	}
	mux.HandleFunc("GET /readyz", h.readyForAdmin)
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
		observe(r.Context())
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		set.WritePrometheus(w)
		metrics.WriteProcessMetrics(w)
		metrics.WriteFDMetrics(w)
	})
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return refuseBrowsedHosts(adminHosts(cfg), mux)
}

// adminHosts returns the allowed host names of the admin listener, in addition to IP addresses and
// localhost.
func adminHosts(cfg config.Config) []string {
	hosts := slices.Clone(cfg.AdminHosts)
	if host, _, err := net.SplitHostPort(cfg.AdminListen); err == nil && host != "" {
		hosts = append(hosts, host)
	}
	if machine, err := os.Hostname(); err == nil {
		hosts = append(hosts, machine)
	}
	return hosts
}

// refuseBrowsedHosts blocks requests from web pages, because the listener asks for no password. The
// name of an attacker's page can resolve to this machine (DNS rebinding), so an unknown Host gets
// 421 (RFC 9110, section 15.5.20). A page can also send requests without reading the answers, or show
// an answer in a hidden frame. Those get 403 (Sec-Fetch-Site, Sec-Fetch-Dest, W3C Fetch Metadata). A link
// of another page may open a page of the listener, but no profile, which takes processor time.
func refuseBrowsedHosts(hosts []string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isAdminHost(r.Host, hosts) {
			http.Error(w, "This host name is not allowed for the admin listener. Use its IP address, or add the name to GRANDSTAND_ADMIN_HOSTS.", http.StatusMisdirectedRequest)
			return
		}
		isLink := r.Header.Get("Sec-Fetch-Dest") == "document" && !strings.HasPrefix(r.URL.Path, "/debug/")
		if r.Header.Get("Sec-Fetch-Site") == "cross-site" && !isLink {
			http.Error(w, "The admin listener does not accept requests from pages of other sites.", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func isAdminHost(hostport string, hosts []string) bool {
	host := hostport
	if name, _, err := net.SplitHostPort(hostport); err == nil {
		host = name
	}
	host = strings.ToLower(strings.Trim(host, "[]"))
	if _, err := netip.ParseAddr(host); err == nil || host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	return slices.ContainsFunc(hosts, func(known string) bool { return strings.EqualFold(known, host) })
}
