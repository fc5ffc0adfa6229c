import { setTimeout as wait } from 'node:timers/promises';

/**
 * Delays React's scheduled work, effects among it, and the bodies of responses, each by a random time of at most LATE_MS
 * milliseconds, as a busy machine does now and then. A test that reads a result without waiting for it fails. `make soak` sets
 * LATE_MS; vite.config.ts leaves this file out without it.
 */
const longest = Number(process.env.LATE_MS);
const delay = () => Math.random() * longest;

const { setImmediate: soon } = globalThis;

function later(work: () => void): NodeJS.Immediate {
  const due = performance.now() + delay();
  const workWhenDue = () => {
    if (performance.now() < due) soon(workWhenDue);
    else work();
  };
  return soon(workWhenDue);
}

// React's scheduler keeps the function that it finds while it is loaded. Nothing else gets the slow one.
globalThis.setImmediate = later as typeof setImmediate;
await import('react-dom/client');
globalThis.setImmediate = soon;

/** Fake timers of a test wait for no real time. */
const hasFakeTimers = () => 'clock' in setTimeout;

// All test files of a thread share the class Response, but each file has timers of its own.
const slow = Symbol.for('slow response');
const shared: { [slow]?: () => boolean } & Pick<Response, 'json' | 'text'> = Response.prototype;
const isSlowed = slow in shared;
shared[slow] = hasFakeTimers;

if (!isSlowed) {
  const { json, text } = Response.prototype;
  const slowed = <T>(read: () => Promise<T>) =>
    async function (this: Response): Promise<T> {
      const body = await read.call(this);
      if (!shared[slow]?.()) await wait(delay());
      return body;
    };
  Object.assign(Response.prototype, { json: slowed(json), text: slowed(text) });
}
