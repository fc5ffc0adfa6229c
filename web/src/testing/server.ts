import { HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';

/** A server between the code under test and the network. A call nobody expects fails its test. */
export function useServer() {
  const server = setupServer();
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
  return server;
}

export function ok(data: unknown, meta?: unknown) {
  return HttpResponse.json(meta === undefined ? { data } : { data, meta });
}

interface ProblemOptions {
  detail?: string;
  errors?: { field: string; code: string; message: string }[];
  headers?: Record<string, string>;
}

/** An error in the contract's form. */
export function problem(status: number, code: string, { detail = '', errors = [], headers = {} }: ProblemOptions = {}) {
  const body = { type: 'about:blank', title: code, status, code, detail, errors, request_id: 'req-1' };
  return HttpResponse.json(body, { status, headers: { 'Content-Type': 'application/problem+json', ...headers } });
}
