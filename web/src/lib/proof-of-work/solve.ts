/** Asks for a decimal number so that the SHA-256 of "<token>:<number>" begins with so many zero bits (hashcash). */
export interface Challenge {
  token: string;
  difficulty: number;
}

/** Hashes that are computed together: each call of WebCrypto costs more than the hash itself. */
const together = 256;

/** Computes the solution of a challenge. It takes seconds at most, and belongs into a worker. */
export async function solve(challenge: Challenge): Promise<string> {
  for (let first = 0; ; first += together) {
    const candidates = Array.from({ length: together }, (_, i) => String(first + i));
    const hashes = await Promise.all(candidates.map((candidate) => hashOf(`${challenge.token}:${candidate}`)));
    const found = hashes.findIndex((hash) => leadingZeros(hash) >= challenge.difficulty);
    if (found >= 0) return candidates[found] as string;
  }
}

async function hashOf(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

/** Counts the zero bits at the beginning of a hash. */
export function leadingZeros(hash: Uint8Array): number {
  let bits = 0;
  for (const byte of hash) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24;
    bits += 8;
  }
  return bits;
}
