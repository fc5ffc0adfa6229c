import { isGranted } from '#/lib/consent';
import { local } from '#/lib/storage';

/** Life of a session of analytics: 24 hours. */
const sessionTtlMs = 86_400_000;

const name = 'analytics_session';

interface Held {
  uuid: string;
  until: number;
}

/** The session that reports belong to. It is kept in the browser for who agreed to it; else it lives as long as the page. */
export class SessionKeeper {
  #held: Held | null = recall();

  /** Null where there is none, or none any more. */
  current(): string | null {
    return this.#held && this.#held.until > Date.now() ? this.#held.uuid : null;
  }

  hold(uuid: string): void {
    this.#held = { uuid, until: Date.now() + sessionTtlMs };
    this.#keep();
  }

  drop(): void {
    this.#held = null;
    local.forget(name);
  }

  /** The visitor has answered: who says no is nobody that was known before. */
  follow(): void {
    if (isGranted()) this.#keep();
    else this.drop();
  }

  #keep(): void {
    if (this.#held && isGranted()) local.save(name, this.#held, this.#held.until - Date.now());
  }
}

function recall(): Held | null {
  if (!isGranted()) return null;
  const kept = local.load(name) as Partial<Held> | null;
  return typeof kept?.uuid === 'string' && typeof kept.until === 'number'
    ? { uuid: kept.uuid, until: kept.until }
    : null;
}
