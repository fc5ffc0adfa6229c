import { afterAll } from 'vitest';

// Test files share threads (vite.config.ts). An interval that one leaves running goes on during the next, or after the document is
// gone, and its error is then told of another file.

const { setInterval, clearInterval } = globalThis;
const running = new Map<unknown, Error>();

Object.assign(globalThis, {
  setInterval(...args: Parameters<typeof setInterval>) {
    const timer = setInterval(...args);
    const started = new Error('An interval that was started here still runs after the last test of the file.');
    const caller = started.stack?.split('\n')[2];
    // The document's own, for animation frames, ends with the document.
    if (!caller?.includes('/jsdom/')) running.set(timer, started);
    return timer;
  },
  clearInterval(timer: NodeJS.Timeout) {
    running.delete(timer);
    clearInterval(timer);
  },
});

afterAll(() => {
  Object.assign(globalThis, { setInterval, clearInterval });
  for (const timer of running.keys()) clearInterval(timer as NodeJS.Timeout);
  const [leftRunning] = running.values();
  if (leftRunning) throw leftRunning;
});
