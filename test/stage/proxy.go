package stage

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
)

// Balance starts a proxy before some nodes, which takes the first that answers, beginning with preferred, and returns its
// URL. It asks another only where nothing has been sent: what may have been done is not done again.
func Balance(nodes ...string) *httptest.Server {
	return httptest.NewServer(&httputil.ReverseProxy{
		Rewrite:       func(r *httputil.ProxyRequest) { r.SetXForwarded() },
		Transport:     firstOf(nodes),
		FlushInterval: -1,
		ErrorHandler:  func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) },
	})
}

// firstOf are nodes of which the first that takes a connection is asked.
type firstOf []string

// RoundTrip is part of http.RoundTripper.
func (f firstOf) RoundTrip(r *http.Request) (*http.Response, error) {
	err := errors.New("no node")
	for _, node := range f {
		var to *url.URL
		if to, err = url.Parse(node); err != nil {
			return nil, err
		}
		if err = reachable(r.Context(), to.Host); err != nil {
			continue
		}
		r.URL.Scheme, r.URL.Host = to.Scheme, to.Host
		var answer *http.Response
		answer, err = http.DefaultTransport.RoundTrip(r)
		if err == nil || r.Method != http.MethodGet {
			return answer, err
		}
	}
	return nil, err
}

func reachable(ctx context.Context, host string) error {
	connection, err := (&net.Dialer{}).DialContext(ctx, "tcp", host)
	if err != nil {
		return err
	}
	return connection.Close()
}
