package stage

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// Nginx is a running nginx with deploy/nginx.conf in front of one server.
type Nginx struct {
	URL   string // https://127.0.0.1:port
	Plain string // http://127.0.0.1:port, which leads to URL
	HTTP  *http.Client

	dir string
	cmd *exec.Cmd
}

// nginxFrame is what Debian's nginx.conf is around an included configuration, with all files in one folder.
const nginxFrame = `%[2]sdaemon off;
pid %[1]s/nginx.pid;
error_log %[1]s/start.log;
events {}
http {
	client_body_temp_path %[1]s/body;
	proxy_temp_path %[1]s/proxy;
	fastcgi_temp_path %[1]s/fastcgi;
	uwsgi_temp_path %[1]s/uwsgi;
	scgi_temp_path %[1]s/scgi;
	access_log %[1]s/access.log;
	error_log %[1]s/error.log;
	include %[1]s/grandstand.conf;
}
`

// StartNginx runs the configuration in the file shipped in front of the server at host:port backend. Only names of hosts,
// ports and folders differ from the file: its rules for headers, logs and tokens are those that run.
func StartNginx(ctx context.Context, dir, shipped, backend string) (*Nginx, error) {
	ports, err := freePorts(2)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(shipped)
	if err != nil {
		return nil, err
	}
	configuration := string(text)
	for _, change := range [][2]string{
		{"    server 10.0.0.11:8080;\n", "    server " + backend + ";\n"},
		{"    server 10.0.0.12:8080;\n", ""},
		{"    server 10.0.0.12:8080 backup;\n", ""},
		{"    listen 80;\n", "    listen " + ports[0] + ";\n"},
		{"    listen [::]:80;\n", ""},
		{"    listen 443 ssl http2;\n", "    listen " + ports[1] + " ssl http2;\n"},
		{"    listen [::]:443 ssl http2;\n", ""},
		{"games.example.org;", "127.0.0.1;"},
		{"/etc/letsencrypt/live/games.example.org", dir},
		{"/var/cache/nginx/grandstand", dir + "/cache"},
		{"/var/log/nginx/", dir + "/"},
	} {
		if !strings.Contains(configuration, change[0]) {
			return nil, fmt.Errorf("%s does not say %q", shipped, change[0])
		}
		configuration = strings.ReplaceAll(configuration, change[0], change[1])
	}
	user := ""
	if os.Geteuid() == 0 {
		user = "user root;\n" // the test's folder is for its owner alone
	}
	if err := writeCertificate(dir); err != nil {
		return nil, err
	}
	for name, content := range map[string]string{"grandstand.conf": configuration, "nginx.conf": fmt.Sprintf(nginxFrame, dir, user)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			return nil, err
		}
	}
	n := &Nginx{URL: "https://" + ports[1], Plain: "http://" + ports[0], dir: dir, HTTP: &http.Client{Transport: &http.Transport{
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, ForceAttemptHTTP2: true, // a certificate of this test
	}}}
	n.cmd = exec.Command("/usr/sbin/nginx", "-p", dir, "-c", filepath.Join(dir, "nginx.conf"))
	n.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := n.cmd.Start(); err != nil {
		return nil, err
	}
	return n, Until(ctx, "nginx", func() (bool, error) {
		connection, err := (&net.Dialer{}).DialContext(ctx, "tcp", ports[1])
		if err != nil {
			return false, nil // not yet
		}
		return true, connection.Close()
	})
}

// Stop ends nginx and waits for it.
func (n *Nginx) Stop() error {
	if err := n.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	hung := time.AfterFunc(Patience, func() { _ = n.cmd.Process.Kill() })
	defer hung.Stop()
	return n.cmd.Wait()
}

// Logs gives all that nginx has logged of requests: what it answered, and everything else, its own logs included.
func (n *Nginx) Logs() (answered, other string, err error) {
	files, err := filepath.Glob(filepath.Join(n.dir, "*.log"))
	if err != nil {
		return "", "", err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return "", "", err
		}
		if filepath.Base(file) == "grandstand.log" {
			answered = string(text)
		} else {
			other += string(text)
		}
	}
	return answered, other, nil
}

// writeCertificate writes a certificate for 127.0.0.1 and its key under the names that certbot gives them.
func writeCertificate(dir string) error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return err
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	for name, block := range map[string]*pem.Block{
		"fullchain.pem": {Type: "CERTIFICATE", Bytes: certificate}, "privkey.pem": {Type: "PRIVATE KEY", Bytes: private},
	} {
		if err := os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(block), 0o600); err != nil {
			return err
		}
	}
	return nil
}
