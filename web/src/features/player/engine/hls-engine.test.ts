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

  it('is tried again otherwise', () => {
    expect(answered(404)).toEqual({ kind: 'retrying' });
    expect(answered(503, true)).toEqual({ kind: 'network', status: 503 });
  });
});
