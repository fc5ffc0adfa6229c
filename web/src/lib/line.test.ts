import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallError, type Failure } from '#/api/failure';
import { inLine } from './line';

function refusal(code: string, retryAfterMs: number | null): CallError {
  const failure: Failure = { kind: 'problem', status: 503, code, detail: '', fields: [], requestId: '', retryAfterMs };
  return new CallError(failure);
}

const here = () => new AbortController().signal;

describe('inLine', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('comes again when the server says', async () => {
    const call = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(refusal('overloaded', 7_000))
      .mockRejectedValueOnce(refusal('overloaded', 5_000))
      .mockResolvedValue('in');
    const waits: number[] = [];
    const done = inLine(call, (ms) => waits.push(ms), here());
    await vi.advanceTimersByTimeAsync(6_999);
    expect(call).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(call).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await done).toBe('in');
    expect(waits).toEqual([7_000, 5_000]);
  });

  it.each([
    ['another refusal', refusal('wrong_auth_data', 5_000)],
    ['no time', refusal('overloaded', null)],
  ])('takes %s for an answer', async (_, error) => {
    const call = vi.fn<() => Promise<string>>().mockRejectedValue(error);
    await expect(inLine(call, vi.fn<(ms: number) => void>(), here())).rejects.toBe(error);
    expect(call).toHaveBeenCalledTimes(1);
  });

  it('does not come for ever', async () => {
    const call = vi.fn<() => Promise<string>>().mockRejectedValue(refusal('overloaded', 1_000));
    const done = inLine(call, vi.fn<(ms: number) => void>(), here()).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await done).toBeInstanceOf(CallError);
    expect(call).toHaveBeenCalledTimes(6);
  });

  it('leaves when nobody waits any more', async () => {
    const left = new AbortController();
    const call = vi.fn<() => Promise<string>>().mockRejectedValue(refusal('overloaded', 60_000));
    const done = inLine(call, vi.fn<(ms: number) => void>(), left.signal).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1);
    left.abort();
    expect(await done).toBeInstanceOf(CallError);
    expect(call).toHaveBeenCalledTimes(1);
  });
});
