import Hls, { Events } from 'hls.js';
import { expect, it, vi } from 'vitest';
import { cmcd } from './cmcd';

const address = 'https://sport.example/media/signature/e5/v/12.m4s';

/** A loader that notes what it is asked for. */
function noting(asked: { url: string; headers?: unknown }[]) {
  return class {
    context = null;
    stats = {};
    load(context: { url: string; headers?: Record<string, string> }) {
      asked.push({ url: context.url, headers: context.headers });
    }
    abort() {}
    destroy() {}
  };
}

it('tells of a viewing without touching a request', () => {
  const tell = vi.fn<(data: string) => void>();
  const asked: { url: string; headers?: unknown }[] = [];
  const quality = { session: '5b1f7a52-0000-4000-8000-000000000000', content: 'event:5', tell };
  const hls = new Hls({ cmcd: cmcd(quality), loader: noting(asked) as never });
  hls.trigger(Events.MANIFEST_LOADING, { url: address });
  const Loader = hls.config.pLoader as unknown as new (config: object) => { load(context: object): void };
  new Loader(hls.config).load({ url: address });
  expect(asked.at(-1)?.url).toBe(address);
  expect(asked.at(-1)?.headers ?? {}).toEqual({});

  hls.destroy();
  const lines = tell.mock.calls.map(([data]) => data).join('\n');
  expect(lines).toContain(`sid="${quality.session}"`);
  expect(lines).toContain('cid="event:5"');
  expect(lines).toContain('v=2');
  expect(lines).not.toContain('signature');
});
