/** What can go wrong with a call: one union, so that every screen handles the same cases. */
export type Failure =
  | {
      kind: 'problem';
      status: number;
      code: string;
      detail: string;
      fields: FieldProblem[];
      requestId: string;
      retryAfterMs: number | null;
      /** With `second_factor_required`: what the second step of the log in is called with. */
      ticket?: string;
    }
  | { kind: 'network' }
  | { kind: 'timeout' }
  | { kind: 'cancelled' }
  | { kind: 'no_api_key' }
  | { kind: 'bad_response'; status: number };

export interface FieldProblem {
  field: string;
  code: string;
  message: string;
}

export class CallError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(describe(failure));
    this.name = 'CallError';
    this.failure = failure;
  }
}

function describe(failure: Failure): string {
  switch (failure.kind) {
    case 'problem':
      return failure.detail || failure.code;
    case 'no_api_key':
      return 'NO_API_KEY';
    case 'cancelled':
      return 'ERR_CANCELED';
    default:
      return failure.kind;
  }
}

/** The failure inside any thrown value, or null when it is not one of a call. */
export function failureOf(error: unknown): Failure | null {
  return error instanceof CallError ? error.failure : null;
}

/** HTTP status of a failed call, 0 when there was no answer. */
export function statusOf(error: unknown): number {
  const failure = failureOf(error);
  return failure && 'status' in failure ? failure.status : 0;
}

/** Whether the server named this code. */
export function hasCode(error: unknown, code: string): boolean {
  const failure = failureOf(error);
  return failure?.kind === 'problem' && failure.code === code;
}

/** The ticket for the second step of a log in, when that is what the server asks for. */
export function ticketOf(error: unknown): string | null {
  const failure = failureOf(error);
  return (hasCode(error, 'second_factor_required') && failure?.kind === 'problem' && failure.ticket) || null;
}

/** Reads an RFC 9457 body. Anything else becomes a bad response with its status. */
export async function readProblem(response: Response): Promise<Failure> {
  const body: unknown = await response.json().catch(() => null);
  if (!isRecord(body) || typeof body.code !== 'string') return { kind: 'bad_response', status: response.status };
  return {
    kind: 'problem',
    status: response.status,
    code: body.code,
    detail: text(body.detail),
    fields: Array.isArray(body.errors) ? body.errors.filter(isRecord).map(fieldProblem) : [],
    requestId: text(body.request_id),
    retryAfterMs: retryAfter(response.headers.get('Retry-After')),
    ...(typeof body.ticket === 'string' && { ticket: body.ticket }),
  };
}

function fieldProblem(entry: Record<string, unknown>): FieldProblem {
  return { field: text(entry.field), code: text(entry.code), message: text(entry.message) };
}

function retryAfter(header: string | null): number | null {
  const seconds = Number(header);
  return header && Number.isFinite(seconds) ? seconds * 1000 : null;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
