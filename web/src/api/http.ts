import { i18n } from '@lingui/core';
import { bus } from '#/lib/bus';
import { pause } from '#/lib/pause';
import { noteServerTime } from '#/lib/server-clock';
import { spoilersAsked } from '#/lib/spoiler-choice';
import { CallError, type Failure, isRecord, readProblem } from './failure';
import { keys } from './keys';

const timeoutMs = 30_000;
const retryDelayMs = 1_000;
/** A call that takes longer is told of. */
const slowMs = 3_000;

export type Query = Record<string, string | number | boolean | null | undefined>;

export interface Call {
  method?: 'GET' | 'POST' | 'DELETE';
  /** Path below the API base, with its leading slash. */
  path: string;
  query?: Query | undefined;
  body?: Record<string, unknown>;
  signal?: AbortSignal | undefined;
  /** For calls that the server answers without an api key. */
  withoutKey?: boolean;
  /** Shows the global error when the answer is of one of these classes and its status is not in `allow`. */
  crash?: { on: readonly ('4xx' | '5xx')[]; allow?: readonly number[] };
  /** Another base than the API's. */
  base?: string;
  /** Takes and gives the cookie by which the server knows a log in that leaves the site and comes back. */
  cookie?: boolean;
}

export interface Envelope {
  data: unknown;
  meta: unknown;
}

type Outcome = { envelope: Envelope } | { failure: Failure; apiKey: string | null };

/** Makes calls with the behaviour of the specification's section 8. Every failure is thrown as a CallError. */
export class Http {
  readonly #acquireKey: () => Promise<string>;

  /** `acquireKey` obtains and stores an anonymous api key; it is asked when there is none. */
  constructor(acquireKey: () => Promise<string>) {
    this.#acquireKey = acquireKey;
  }

  async call(call: Call): Promise<Envelope> {
    const began = performance.now();
    let failure: Failure | null = null;
    try {
      return await this.#exchange(call);
    } catch (error) {
      failure = error instanceof CallError ? error.failure : null;
      throw error;
    } finally {
      record(call, failure, performance.now() - began);
    }
  }

  async #exchange(call: Call): Promise<Envelope> {
    const first = await this.#attempt(call);
    if ('envelope' in first) return first.envelope;
    if (!isRepeatable(call, first.failure)) throw report(call, first.failure);
    await pause(retryDelayMs, call.signal);
    const second = await this.#attempt(call);
    if ('envelope' in second) return second.envelope;
    throw report(call, second.failure);
  }

  async #attempt(call: Call): Promise<Outcome> {
    let apiKey: string | null = null;
    try {
      if (!call.withoutKey) apiKey = keys.api() ?? (await this.#acquireKey());
      const outcome = await exchange(call, apiKey);
      if ('failure' in outcome) noteKeys(outcome.failure, apiKey);
      return outcome;
    } catch (error) {
      return { failure: thrownFailure(error, call.signal), apiKey };
    }
  }
}

async function exchange(call: Call, apiKey: string | null): Promise<Outcome> {
  const response = await fetch(address(call, apiKey), {
    method: call.method ?? 'GET',
    credentials: call.cookie ? 'same-origin' : 'omit',
    signal: withDeadline(call.signal),
    ...(call.method === 'POST' && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(apiKey ? { ...call.body, api_key: apiKey } : (call.body ?? {})),
    }),
  });
  noteServerTime(Date.parse(response.headers.get('Date') ?? ''));
  if (response.status !== 200) return { failure: await readProblem(response), apiKey };
  const body: unknown = await response.json().catch(() => null);
  if (!isRecord(body) || !('data' in body)) return { failure: { kind: 'bad_response', status: 200 }, apiKey };
  return { envelope: { data: body.data, meta: body.meta } };
}

function address(call: Call, apiKey: string | null): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  if (i18n.locale) query.set('lang', i18n.locale);
  // Every read says it, so that none is forgotten; one that says otherwise was asked to.
  const spoilers = spoilersAsked();
  if (spoilers && !call.withoutKey && call.method === undefined && !query.has('spoilers'))
    query.set('spoilers', spoilers);
  const channel = keys.channel();
  if (call.withoutKey && channel && !call.base) query.set('channel', channel);
  if (apiKey && call.method !== 'POST') query.set('api_key', apiKey);
  const text = query.toString();
  return `${call.base ?? keys.apiBase()}${call.path}${text && `?${text}`}`;
}

function withDeadline(signal: AbortSignal | undefined): AbortSignal {
  const deadline = AbortSignal.timeout(timeoutMs);
  return signal ? AbortSignal.any([signal, deadline]) : deadline;
}

function thrownFailure(error: unknown, signal: AbortSignal | undefined): Failure {
  if (error instanceof CallError) return error.failure;
  if (signal?.aborted) return { kind: 'cancelled' };
  if (error instanceof DOMException && error.name === 'TimeoutError') return { kind: 'timeout' };
  return { kind: 'network' };
}

/** Drops keys that the server refused. A key that was replaced while the call ran stays. */
function noteKeys(failure: Failure, apiKey: string | null): void {
  if (names(failure, 'channel_key')) keys.clear();
  if (names(failure, 'api_key') && apiKey && keys.api() === apiKey) {
    keys.clearApi();
    bus.emit('unauthenticated', undefined);
  }
}

function names(failure: Failure, field: 'channel_key' | 'api_key'): boolean {
  if (failure.kind !== 'problem' || failure.status !== 400) return false;
  return failure.code === `invalid_${field}` || failure.fields.some((problem) => problem.field === field);
}

/**
 * A refused api key is fetched anew, so any call may be repeated: the server did nothing. Apart from that only reads
 * are repeated, because an unclear answer to a write may hide that it was done.
 */
function isRepeatable(call: Call, failure: Failure): boolean {
  if (names(failure, 'api_key')) return true;
  if ((call.method ?? 'GET') !== 'GET') return false;
  if (failure.kind === 'problem' || failure.kind === 'bad_response') return failure.status >= 500;
  return failure.kind === 'network' || failure.kind === 'timeout';
}

/** Tells analytics of calls that failed or took long, without what tells one person or thing from another. */
function record({ method = 'GET', path }: Call, failure: Failure | null, tookMs: number): void {
  if (failure?.kind === 'cancelled' || (!failure && tookMs <= slowMs)) return;
  const extras = {
    method,
    path: path.replace(/\/(\d+|[\w-]{20,})(?=\/|$)/g, '/:id'),
    outcome: failure?.kind ?? 'slow',
    status: failure && 'status' in failure ? failure.status : failure ? 0 : 200,
    duration: Math.round(tookMs),
  };
  bus.emit('record', { event: 'api_request', extras });
}

/** Announces what concerns the whole app and wraps the failure for the caller. */
function report(call: Call, failure: Failure): CallError {
  const status = 'status' in failure ? failure.status : 0;
  if (status === 401) bus.emit('unauthenticated', undefined);
  if (status === 429) bus.emit('global_error', 'throttled');
  else if (isCrash(call, status)) bus.emit('global_error', 'crash');
  return new CallError(failure);
}

function isCrash({ crash }: Call, status: number): boolean {
  if (!crash || crash.allow?.includes(status)) return false;
  return (status >= 500 && crash.on.includes('5xx')) || (status >= 400 && status < 500 && crash.on.includes('4xx'));
}
