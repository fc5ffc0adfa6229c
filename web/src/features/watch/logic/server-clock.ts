/** Below this a difference is the network, not a wrong clock. */
const NOTICEABLE_MS = 2000;

/** Milliseconds to add to this device's clock to have the server's; 0 when they agree well enough. */
export function clockOffset(serverMs: number, receivedMs: number): number {
  const offset = serverMs - receivedMs;
  return serverMs > 0 && Math.abs(offset) > NOTICEABLE_MS ? offset : 0;
}
