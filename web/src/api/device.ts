import { get, post } from './client';
import { keys } from './keys';
import type { Device, DeviceCode, DeviceToken } from './types';

/** Calls by which a user lets a device without a keyboard in. */

export function requestDeviceCode(signal: AbortSignal): Promise<DeviceCode> {
  return post<DeviceCode>('/auth/device-code', {}, { signal });
}

/** How far the device is. Once approved, the session's new key is stored before this returns. */
export async function pollDevice(deviceCode: string, signal: AbortSignal): Promise<DeviceToken> {
  const answer = await post<DeviceToken>('/auth/device-token', { device_code: deviceCode }, { signal });
  if (answer.api_key) keys.setApi(answer.api_key);
  return answer;
}

export function findDevice(code: string): Promise<Device> {
  return get<Device>('/auth/device', { code });
}

export function linkDevice(code: string): Promise<Device> {
  return post<Device>('/auth/add_session', { code });
}

export function denyDevice(code: string): Promise<unknown> {
  return post('/auth/deny_session', { code });
}
