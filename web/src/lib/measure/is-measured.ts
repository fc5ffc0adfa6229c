import type { Settings } from '#/api/types';

/** Whether visits of a channel are measured at this host: not on the machine that it is worked on, unless it says so. */
export function isMeasured(settings: Settings, hostname = location.hostname): boolean {
  const isTold = settings['yare-analytics'] !== '' || settings['google-analytics']['google-tag'] !== '';
  return isTold && (settings.analytics.local || !isThisMachine(hostname));
}

function isThisMachine(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[?::1\]?)$/.test(hostname);
}
