import type { HlsConfig } from 'hls.js';

/** Share of the bandwidth for the first video segments. Playlists, sound and the page need the rest. */
const shareOfLine = 0.7;
/** kbit/s assumed while the bandwidth is unknown. Most lines are faster, and the first segment measures it. */
const usualSpeed = 2000;
/** Below this many kbit/s whole segments are loaded: with parts, a playlist is requested three times a second. */
const slowKbits = 2000;

/** Seconds behind the live edge on a slow line. The player loads ahead within them. */
const slowLatency = 12;
/** Share of a slow line's bandwidth that a larger size may take: a wrong step up costs a stall. */
const shareToClimb = 0.5;

type Pace = Partial<HlsConfig>;

/** Initial settings of hls.js for a bandwidth in kbit/s, or null if unknown. hls.js adapts afterwards. */
export function paceOf(kbits: number | null): Pace {
  const fast = kbits === null || kbits >= slowKbits;
  return {
    abrEwmaDefaultEstimate: Math.round((kbits ?? usualSpeed) * shareOfLine * 1000),
    lowLatencyMode: fast,
    ...(!fast && { liveSyncDuration: slowLatency, startOnSegmentBoundary: true, abrBandWidthUpFactor: shareToClimb }),
    startFragPrefetch: true,
    // The first segment that is loaded is the first that is shown.
    testBandwidth: false,
  };
}

/** Whether a bandwidth in bit/s is enough for low-latency parts: half above a slow line, and twice the largest size. */
export function carriesParts(bits: number, largest: number): boolean {
  return bits > Math.max(1.5 * slowKbits * 1000, 2 * largest);
}
