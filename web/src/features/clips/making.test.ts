import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallError } from '#/api/failure';
import type { Clip } from '#/api/types';
import { EVERY_MS, type Outcome, outcomeOf } from './making';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const clip = (status: Clip['status']) => ({ id: 5, status }) as Clip;
const refused = (status: number) =>
  new CallError({ kind: 'problem', status, code: 'x', detail: '', fields: [], requestId: '', retryAfterMs: null });

/** Answers in turn, the last one again and again. */
function answers(...given: (Clip | Error)[]) {
  let turn = 0;
  return vi.fn<() => Promise<Clip>>(async () => {
    const answer = given[Math.min(turn++, given.length - 1)]!;
    if (answer instanceof Error) throw answer;
    return answer;
  });
}

async function outcome(ask: () => Promise<Clip>, ms: number, signal = new AbortController().signal) {
  let came: Outcome | undefined;
  void outcomeOf(ask, signal).then((said) => {
    came = said;
  });
  await vi.advanceTimersByTimeAsync(ms);
  return came;
}

describe('a clip that is being made', () => {
  it('is asked for every two seconds until it is there', async () => {
    const ask = answers(clip('processing'), clip('processing'), clip('success'));
    expect(await outcome(ask, 3 * EVERY_MS)).toMatchObject({ kind: 'success', clip: { id: 5 } });
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it('can fail', async () => {
    expect(await outcome(answers(clip('error')), EVERY_MS)).toEqual({ kind: 'error' });
  });

  it('is asked for again after an answer that says nothing of it', async () => {
    const ask = answers(new CallError({ kind: 'network' }), refused(503), clip('success'));
    expect(await outcome(ask, 2 * EVERY_MS)).toBeUndefined();
    expect(await outcome(answers(clip('success')), EVERY_MS)).toMatchObject({ kind: 'success' });
  });

  it.each([401, 403, 404])('is gone when the server answers %s', async (status) => {
    expect(await outcome(answers(refused(status)), EVERY_MS)).toEqual({ kind: 'gone' });
  });

  it('is waited for no longer than five minutes', async () => {
    const ask = answers(clip('processing'));
    expect(await outcome(ask, 299_999)).toBeUndefined();
    expect(await outcome(ask, 300_000)).toEqual({ kind: 'late' });
  });

  it('is no longer waited for by who left', async () => {
    const stop = new AbortController();
    const ask = answers(clip('processing'));
    const wait = outcome(ask, EVERY_MS, stop.signal);
    stop.abort();
    expect(await wait).toEqual({ kind: 'gone' });
  });
});
