import { ErrorDetails, ErrorTypes } from 'hls.js';
import { describe, expect, it } from 'vitest';
import { troubleOf } from './hls-engine';

const answered = (code: number, fatal = false) =>
  troubleOf({
    type: ErrorTypes.NETWORK_ERROR,
    details: ErrorDetails.FRAG_LOAD_ERROR,
    fatal,
    response: { url: '', code, text: '' },
  });

describe('an answer of the media server', () => {
  it('asks for a fresh address where the address is refused or gone', () => {
    for (const code of [401, 403, 410]) expect(answered(code)).toEqual({ kind: 'refused' });
  });

  it('says that the line is slow where it takes too long, and nothing of what was given up for something else', () => {
    const error = (details: ErrorDetails) => troubleOf({ type: ErrorTypes.NETWORK_ERROR, details, fatal: false });
    expect(error(ErrorDetails.FRAG_LOAD_TIMEOUT)).toEqual({ kind: 'slow' });
    expect(error(ErrorDetails.FRAG_LOAD_ERROR)).toEqual({ kind: 'retrying' });
    expect(error(ErrorDetails.INTERNAL_ABORTED)).toBeNull();
  });

  it('is tried again otherwise', () => {
    expect(answered(404)).toEqual({ kind: 'retrying' });
    expect(answered(503, true)).toEqual({ kind: 'network', status: 503 });
  });
});
