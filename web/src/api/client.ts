import { bus } from '#/lib/bus';
import { askStepUp } from '#/lib/step-up';
import { CallError, hasCode } from './failure';
import { type Call, Http } from './http';
import { keys } from './keys';
import type { ListMeta, Page } from './types';

const http = new Http(acquireApiKey);
let acquiring: Promise<string> | null = null;

/** Obtains and stores an anonymous api key; concurrent askers share one request. */
export function acquireApiKey(): Promise<string> {
  acquiring ??= requestApiKey().finally(() => {
    acquiring = null;
  });
  return acquiring;
}

async function requestApiKey(): Promise<string> {
  try {
    return await requestFor(keys.channel() ?? (await requestChannelKey()));
  } catch (error) {
    bus.emit('api_key_error', undefined);
    throw error;
  }
}

async function requestFor(channelKey: string): Promise<string> {
  const body = { channel_key: channelKey };
  const data = await post<{ api_key?: string }>('/get_api_key', body, { withoutKey: true }).catch(async (error) => {
    // The server refused a remembered channel key and it was dropped: ask for the right one, once.
    if (keys.channel() !== null) throw error;
    return post<{ api_key?: string }>('/get_api_key', { channel_key: await requestChannelKey() }, { withoutKey: true });
  });
  if (!data.api_key) throw new CallError({ kind: 'no_api_key' });
  keys.setApi(data.api_key);
  return data.api_key;
}

/** Asks the keys host which channel this site shows, and remembers it. */
export async function requestChannelKey(): Promise<string> {
  const data = await get<{ channel_key: string; api_base?: string }>(
    '/channel-key',
    { domain: location.hostname },
    { withoutKey: true, base: keysBase() },
  );
  keys.setChannel(data.channel_key, data.api_base || '/api');
  return data.channel_key;
}

/** Where a channel key comes from: this page's own host, or the one that a static host names in its page. */
function keysBase(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="grandstand-keys"]')?.content || '/keys';
}

type Options = Pick<Call, 'signal' | 'withoutKey' | 'crash' | 'base' | 'cookie'>;

/** Makes a call. One that changes the account may ask for a code first, and is then made again. */
async function make(call: Call) {
  try {
    return await http.call(call);
  } catch (error) {
    if (!hasCode(error, 'second_factor_step_up') || !(await askStepUp())) throw error;
    return http.call(call);
  }
}

/** Data of a GET. `T` is the contract's shape. */
export async function get<T>(path: string, query?: Call['query'], options?: Options): Promise<T> {
  return (await make({ path, query, ...options })).data as T;
}

/** A list with its paging data. */
export async function getPage<T>(path: string, query?: Call['query'], options?: Options): Promise<Page<T>> {
  const { data, meta } = await make({ path, query, ...options });
  return { data: data as T[], meta: meta as ListMeta };
}

export async function post<T>(path: string, body: Record<string, unknown> = {}, options?: Options): Promise<T> {
  return (await make({ method: 'POST', path, body, ...options })).data as T;
}

export async function remove<T>(path: string, query?: Call['query'], options?: Options): Promise<T> {
  return (await make({ method: 'DELETE', path, query, ...options })).data as T;
}
