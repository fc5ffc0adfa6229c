import { expect, it, vi } from 'vitest';
import { reportElement } from './native-quality';

const session = '5b1f7a52-0000-4000-8000-000000000000';

/** A browser that plays by itself, and everything that was told of it in the end. */
function played(act: (say: (event: string, is?: Partial<HTMLVideoElement>) => void) => void): string[] {
  const video = document.createElement('video');
  const say = (event: string, is: Partial<Record<keyof HTMLVideoElement, unknown>> = {}) => {
    for (const [name, value] of Object.entries(is)) Object.defineProperty(video, name, { value, configurable: true });
    video.dispatchEvent(new Event(event));
  };
  const tell = vi.fn<(data: string) => void>();
  const stop = new AbortController();
  reportElement(video, { session, content: 'event:5', tell }, stop.signal);
  act(say);
  stop.abort();
  return tell.mock.calls.flatMap(([data]) => data.split('\n'));
}

const states = (lines: string[]) => lines.flatMap((line) => /(?<=,sta=)\w/.exec(line) ?? []);

it('tells what the element of a browser goes through that plays by itself', () => {
  const lines = played((say) => {
    say('durationchange', { duration: Number.POSITIVE_INFINITY });
    say('play');
    say('waiting'); // has not begun: that is no stall
    const buffered = { length: 2, start: (i: number) => [0, 60][i], end: (i: number) => [4, 75.5][i] };
    say('playing', { currentTime: 65, buffered: buffered as unknown as TimeRanges });
    say('waiting', { seeking: false });
    say('playing');
    say('seeking', { seeking: true });
    say('waiting');
    say('seeked', { paused: false, seeking: false });
    say('playing');
    say('pause');
    say('ended', { ended: true });
  });
  expect(states(lines.filter((line) => line.includes('e=ps')))).toEqual(['d', 's', 'p', 'r', 'p', 'k', 'p', 'a', 'e']);
  const playing = lines.find((line) => line.includes('sta=p'));
  for (const part of ['bl=(10500)', `sid="${session}"`, 'cid="event:5"', 'sf=h', 'st=l', 'v=2']) {
    expect(playing).toContain(part);
  }
});

it('tells of what cannot be played', () => {
  const lines = played((say) => say('error', { error: { code: 4 } as MediaError }));
  expect(lines.find((line) => line.includes('e=e'))).toContain('ec=("4")');
  expect(states(lines)).toContain('f');
});

it('listens no more once the player is gone', () => {
  const video = document.createElement('video');
  const tell = vi.fn<(data: string) => void>();
  reportElement(video, { session, content: 'event:5', tell }, AbortSignal.abort());
  video.dispatchEvent(new Event('playing'));
  expect(tell).not.toHaveBeenCalled();
});
