import { isRecord } from './failure';
import { keys } from './keys';

export interface MeasuredSession {
  session_uuid: string;
  expires_at: string;
}

/** What a session is opened with, beside the channel's key and the hash. */
export interface Device {
  device_type: 'desktop' | 'mobile' | 'tablet' | 'tv';
  user_agent: string;
  resolution: string;
  platform: string;
}

/** What is watched, by the kinds that analytics knows. */
export interface Stream {
  stream_id: number;
  stream_type: 'event' | 'vod' | 'clip';
  live: boolean;
}

/** By what viewing is counted. */
export interface Groups {
  category: string;
  sport: string;
  gender: string;
  school: string;
  league: string;
}

export type Report =
  | {
      path: '/datalake/event/';
      body: { event: string; user_id: number; user_email: string; extras: Record<string, unknown> };
    }
  | { path: '/datalake/video/event/'; body: Stream & { event: string; video_view_uuid: string } }
  | { path: '/datalake/video/viewing/'; body: Stream & Groups & { viewing_time: number; video_view_uuid: string } };

/** The answer to a call; a status of 0 is none. */
export interface Told {
  status: number;
  data: unknown;
  /** How long the server wants to be left alone, where it says so. */
  retryAfterMs: number | null;
}

const timeoutMs = 30_000;

/**
 * One call to the analytics host. It never throws, and it goes past http.ts on purpose: nothing that becomes of it may touch
 * the session, the keys or the screen. It outlives the page, and whatever else is loading comes first.
 */
export async function tell(base: string, path: string, body?: Record<string, unknown>): Promise<Told> {
  const apiKey = keys.api();
  if (!apiKey) return nothing;
  const query = body ? '' : `?${new URLSearchParams({ api_key: apiKey })}`;
  return send(base, `${path}${query}`, body && { ...body, api_key: apiKey });
}

/** Reports that pages got no api key: the one call of analytics that needs none. */
export function tellKeyErrors(base: string, times: number): Promise<Told> {
  const channel = keys.channel();
  const query = channel ? `?${new URLSearchParams({ channel })}` : '';
  return send(base, `/datalake/key-error/${query}`, { times });
}

async function send(base: string, path: string, body?: Record<string, unknown>): Promise<Told> {
  try {
    const response = await fetch(`${new URL(base, new URL(keys.apiBase(), location.href)).href}${path}`, {
      method: body ? 'POST' : 'GET',
      credentials: 'omit',
      priority: 'low',
      keepalive: true,
      signal: AbortSignal.timeout(timeoutMs),
      ...(body && {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    const answer: unknown = await response.json().catch(() => null);
    const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
    return {
      status: response.status,
      data: isRecord(answer) ? answer.data : null,
      retryAfterMs: seconds > 0 ? seconds * 1000 : null,
    };
  } catch {
    return nothing;
  }
}

const nothing: Told = { status: 0, data: null, retryAfterMs: null };
