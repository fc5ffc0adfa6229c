import { failureOf } from '#/api/failure';
import type { Challenge } from './solve';

/** What goes back with a call that asked for a proof of work. */
export interface WorkProof {
  proof_of_work?: { challenge: string; solution: string };
}

/** How often one call may ask for another proof: a solution that comes late is not accepted. */
const mostProofs = 3;

type Solver = (challenge: Challenge) => Promise<string>;

/**
 * Makes a call that may ask for a proof of work while many people log in, solves the challenge and makes it again. A
 * browser without WebCrypto or workers gets the refusal, which says when to come again.
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

/** Solves a challenge in a worker, so that the page goes on meanwhile. */
function solveInWorker(challenge: Challenge): Promise<string> {
  if (!globalThis.isSecureContext || !('Worker' in globalThis)) return Promise.reject(new Error('no WebCrypto here'));
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    const end = (settle: () => void) => {
      worker.terminate();
      settle();
    };
    worker.addEventListener('message', (event: MessageEvent<string>) => end(() => resolve(event.data)));
    worker.addEventListener('error', () => end(() => reject(new Error('the worker failed'))));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    worker.postMessage(challenge);
  });
}
