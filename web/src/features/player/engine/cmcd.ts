import type { CMCDControllerConfig } from 'hls.js';
import type { QualityReports } from './engine';

/** What is told of each moment: CTA-5004-B without addresses, which are signed. */
export const KEYS = [
  'bl',
  'br',
  'bs',
  'cid',
  'e',
  'ec',
  'msd',
  'mtp',
  'pr',
  'sf',
  'sid',
  'sn',
  'st',
  'sta',
  'ts',
  'v',
] as const satisfies CMCDControllerConfig['includeKeys'];

/** Seconds between two reports of a viewing in which nothing else happens. */
export const INTERVAL = 30;
/** Moments in one report. */
export const BATCH = 5;

/**
 * Common Media Client Data, version 2, in event mode alone: requests for media stay as they are, so that caches on the way
 * and in the browser know them again. See docs/adr/0043.
 */
export function cmcd({ session, content, tell }: QualityReports): CMCDControllerConfig {
  return {
    version: 2,
    sessionId: session,
    contentId: content,
    // No key is part of a request.
    includeKeys: [],
    // It wants an address; where reports go is not its affair.
    eventTargets: [
      {
        url: 'about:blank',
        events: ['ps', 'e', 't', 'bc'],
        interval: INTERVAL,
        batchSize: BATCH,
        includeKeys: [...KEYS],
      },
    ],
    loader: ({ body }) => {
      if (typeof body === 'string') tell(body.trim());
      return Promise.resolve({ status: 204 });
    },
  };
}
