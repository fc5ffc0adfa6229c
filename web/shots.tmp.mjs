import { chromium } from '@playwright/test';
const [channels, langs, widths, paths] = process.argv.slice(2).map((s) => s.split(','));
const b = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
for (const c of channels) for (const l of langs) for (const w of widths.map(Number)) {
  const ctx = await b.newContext({ viewport: { width: w, height: w > 1000 ? 900 : 844 }, locale: l === 'fr' ? 'fr-CA' : 'en-CA', reducedMotion: 'reduce' });
  const p = await ctx.newPage();
  p.on('pageerror', (e) => console.log('PE', c, e.message));
  for (const path of paths) {
    const host = `http://${c}.localhost:8220`;
    let url = path;
    if (path === 'video') { await p.goto(`${host}/vod_library?lang=${l}`); await p.waitForSelector('main a[href^="/vod_library/"]', { state: 'attached' }); url = await p.locator('main a[href^="/vod_library/"]').first().getAttribute('href'); }
    if (path === 'watch') { await p.goto(`${host}/live?lang=${l}`); await p.waitForSelector('main a[href^="/watch/"]', { state: 'attached' }); url = await p.locator('main a[href^="/watch/"]').first().getAttribute('href'); }
    await p.goto(`${host}${url}${url.includes('?') ? '&' : '?'}lang=${l}`);
    await p.waitForSelector('h1');
    if (path === 'video' || path === 'watch') await p.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5, null, { timeout: 30000 }).catch(() => console.log('not playing', c, path));
    await p.waitForTimeout(900);
    const name = path.replace(/\W/g, '') || 'home';
    await p.screenshot({ path: `/tmp/lib-shots/${c}-${name}-${l}-${w}.png`, fullPage: process.env.FULL === '1' });
  }
  await ctx.close();
}
await b.close();
