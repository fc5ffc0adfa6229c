package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/grandstand/grandstand/test/stage"
)

// nginxConfig serves a folder as fast as nginx can in one process: kernel copies, open files kept, no log.
const nginxConfig = `
daemon off;
master_process off;
user root;
pid %[1]s/nginx.pid;
error_log %[1]s/error.log crit;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  open_file_cache max=100;
  client_body_temp_path %[1]s/body;
  proxy_temp_path %[1]s/proxy;
  fastcgi_temp_path %[1]s/fastcgi;
  uwsgi_temp_path %[1]s/uwsgi;
  scgi_temp_path %[1]s/scgi;
  types { application/json json; application/vnd.apple.mpegurl m3u8; video/mp4 mp4; }
  server { listen %[2]s; root %[1]s/files; }
}
`

// nginx is a running nginx with a folder to serve.
type nginx struct {
	child
	url   string
	files string
}

func startNginx(ctx context.Context, dir string) (*nginx, error) {
	address, err := stage.FreeAddress()
	if err != nil {
		return nil, err
	}
	n := &nginx{url: "http://" + address, files: filepath.Join(dir, "files")}
	if err := os.MkdirAll(n.files, 0o755); err != nil {
		return nil, err
	}
	config := filepath.Join(dir, "nginx.conf")
	if err := os.WriteFile(config, fmt.Appendf(nil, nginxConfig, dir, address), 0o600); err != nil {
		return nil, err
	}
	if n.child, err = startChild(exec.Command("/usr/sbin/nginx", "-p", dir, "-c", config)); err != nil {
		return nil, err
	}
	return n, answers(ctx, n.url)
}

// put gives nginx a file and returns its address.
func (n *nginx) put(name string, content []byte) (string, error) {
	return n.url + "/" + name, os.WriteFile(n.path(name), content, 0o644)
}

// path is where nginx has a file.
func (n *nginx) path(name string) string { return filepath.Join(n.files, name) }
