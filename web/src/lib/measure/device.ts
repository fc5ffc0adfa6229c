import type { Device } from '#/api/analytics';

/** What a session tells of the device: nothing but what every request and every page knows anyway. */
export function thisDevice(): Device {
  const { userAgent, userAgentData, platform } = navigator as Navigator & { userAgentData?: { platform?: string } };
  const { width, height } = screen;
  return {
    device_type: deviceType(userAgent, Math.min(width, height), matchMedia('(pointer: coarse)').matches),
    user_agent: userAgent.slice(0, 500),
    resolution: `${width}x${height}`,
    platform: (userAgentData?.platform || platform).slice(0, 50),
  };
}

/** The shorter side of a phone's screen is less than this, in CSS pixels. */
const tabletFrom = 600;

export function deviceType(userAgent: string, shorterSide: number, isTouched: boolean): Device['device_type'] {
  if (/\b(smart-?tv|tv|hbbtv|web0s|tizen|aft\w+)\b/i.test(userAgent)) return 'tv';
  if (!isTouched) return 'desktop';
  return shorterSide < tabletFrom ? 'mobile' : 'tablet';
}
