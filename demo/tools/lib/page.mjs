import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, normalize } from 'node:path';
import { chromium } from 'playwright-core';
import { tool } from './paths.mjs';

const types = { '.html': 'text/html', '.mjs': 'text/javascript', '.js': 'text/javascript', '.woff2': 'font/woff2' };

// Serves this folder: module scripts need an http origin.
function serve() {
  const server = createServer(async (req, res) => {
    if (req.url === '/favicon.ico') return res.writeHead(204).end();
    const name = normalize(new URL(req.url, 'http://x').pathname).replace(/^\/+/, '');
    try {
      const body = await readFile(tool(name));
      res.setHeader('content-type', types[extname(name)] ?? 'application/octet-stream');
      res.end(body);
    } catch (err) {
      res.statusCode = err.code === 'ENOENT' ? 404 : 500;
      res.end(String(err));
    }
  });
  return new Promise((ok) => server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => ok(server)));
}

/** Opens a page of this folder, hands it to use(), and closes everything. */
export async function withPage(name, use) {
  const server = await serve();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist', '--disable-background-networking', '--in-process-gpu', '--disable-gpu-rasterization', '--disable-accelerated-2d-canvas'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    page.on('pageerror', (e) => console.error('page:', e.message));
    page.on('console', (m) => ['error', 'warning'].includes(m.type()) && !/GPU stall|ReadPixels/.test(m.text()) && console.error('console:', m.text()));
    await page.goto(`http://127.0.0.1:${server.address().port}/${name}`);
    return await use(page);
  } finally {
    await browser.close();
    server.close();
  }
}
