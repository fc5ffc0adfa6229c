import { failureOf } from '#/api/failure';
import type { Challenge } from './solve';

/** The request fields of a solved challenge. */
export interface WorkProof {
  proof_of_work?: { challenge: string; solution: string };
}

/** The most challenges that are solved for one call. The server issues another if the solution arrives too late. */
const mostProofs = 3;

type Solver = (challenge: Challenge) => Promise<string>;

/**
 * Sends a request. If the server requires a proof of work, solves the challenge and sends the request again. If the
 * challenge cannot be solved, throws the error of the server.
 */
export async function withWork<T>(call: (proof: WorkProof) => Promise<T>, solveIt: Solver = solveInWorker): Promise<T> {
  let proof: WorkProof = {};
  for (let times = 1; ; times++) {
    try {
      return await call(proof);
    } catch (error) {
      const challenge = challengeOf(error);
      const solution = challenge && times <= mostProofs ? await solveIt(challenge).catch(() => null) : null;
      if (!challenge || solution === null) throw error;
      proof = { proof_of_work: { challenge: challenge.token, solution } };
    }
  }
}

function challengeOf(error: unknown): Challenge | null {
  const failure = failureOf(error);
  return (failure?.kind === 'problem' && failure.challenge) || null;
}

/** Solves a challenge in a worker, to keep the page responsive. */
function solveInWorker(challenge: Challenge): Promise<string> {
  if (!globalThis.isSecureContext || !('Worker' in globalThis))
    return Promise.reject(new Error('WebCrypto or Worker is not available'));
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    const end = (settle: () => void) => {
      worker.terminate();
      settle();
    };
    worker.addEventListener('message', (event: MessageEvent<string>) => end(() => resolve(event.data)));
    worker.addEventListener('error', () => end(() => reject(new Error('the worker failed'))));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker takes no target origin
    worker.postMessage(challenge);
  });
}
