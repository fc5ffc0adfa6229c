import { createHash, webcrypto } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CallError, type Failure } from '#/api/failure';
import { type WorkProof, withWork } from './prove';
import { leadingZeros, solve } from './solve';

function refusal(challenge?: { token: string; difficulty: number }): CallError {
  const failure: Failure = {
    kind: 'problem',
    status: 503,
    code: challenge ? 'proof_of_work_required' : 'overloaded',
    detail: '',
    fields: [],
    requestId: '',
    retryAfterMs: 2_000,
    ...(challenge && { challenge }),
  };
  return new CallError(failure);
}

describe('solve', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('finds a number whose hash begins with the zero bits', async () => {
    vi.stubGlobal('crypto', webcrypto); // the browser of the tests has no WebCrypto
    const solution = await solve({ token: 'a token', difficulty: 9 });
    const hash = createHash('sha256').update(`a token:${solution}`).digest();
    expect(hash[0]).toBe(0);
    expect((hash[1] as number) < 128).toBe(true);
  });

  it('counts zero bits', () => {
    expect(leadingZeros(Uint8Array.of(0, 0x10))).toBe(11);
    expect(leadingZeros(Uint8Array.of(0x80))).toBe(0);
    expect(leadingZeros(Uint8Array.of(0, 0))).toBe(16);
  });
});

describe('withWork', () => {
  const challenge = { token: 'a token', difficulty: 1 };
  const proof = { proof_of_work: { challenge: 'a token', solution: '7' } };

  it('makes the call again with the solution', async () => {
    const call = vi
      .fn<(proof: WorkProof) => Promise<string>>()
      .mockRejectedValueOnce(refusal(challenge))
      .mockResolvedValue('in');
    expect(await withWork(call, async () => '7')).toBe('in');
    expect(call.mock.calls).toEqual([[{}], [proof]]);
  });

  it('leaves other refusals alone', async () => {
    const error = refusal();
    const call = vi.fn<(proof: WorkProof) => Promise<string>>().mockRejectedValue(error);
    await expect(withWork(call, async () => '7')).rejects.toBe(error);
    expect(call).toHaveBeenCalledTimes(1);
  });

  it('gives the refusal on where nothing can be solved', async () => {
    const error = refusal(challenge);
    const call = vi.fn<(proof: WorkProof) => Promise<string>>().mockRejectedValue(error);
    await expect(withWork(call, () => Promise.reject(new Error('no WebCrypto')))).rejects.toBe(error);
    expect(call).toHaveBeenCalledTimes(1);
  });

  it('does not solve for ever', async () => {
    const call = vi.fn<(proof: WorkProof) => Promise<string>>().mockRejectedValue(refusal(challenge));
    await expect(withWork(call, async () => '7')).rejects.toBeInstanceOf(CallError);
    expect(call).toHaveBeenCalledTimes(4);
  });
});
