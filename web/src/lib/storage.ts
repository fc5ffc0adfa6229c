/** Life of a stored value: 360 days. */
export const storageTtlMs = 31_104_000_000;
const prefix = 'rudy_';

/** JSON values under the `rudy_` prefix with an end of life. */
export class Store {
  readonly #area: () => Storage;
  /** Values of this page while the browser refuses storage (private mode, full quota, blocked cookies). */
  readonly #memory = new Map<string, string>();

  constructor(area: () => Storage) {
    this.#area = area;
  }

  /** The stored value, or null when absent, expired or unreadable. Callers check its shape. */
  load(name: string): unknown {
    const key = prefix + name;
    const kept = this.#memory.get(key);
    if (kept !== undefined) return parse(kept);
    try {
      return parse(this.#area().getItem(key));
    } catch {
      return null;
    }
  }

  loadText(name: string): string | null {
    const value = this.load(name);
    return typeof value === 'string' ? value : null;
  }

  /** Keeps a value for `ttlMs`. It never throws: without storage the value lives as long as the page. */
  save(name: string, value: unknown, ttlMs: number = storageTtlMs): void {
    const key = prefix + name;
    const raw = JSON.stringify({ value, expires_at: Date.now() + ttlMs });
    try {
      this.#area().setItem(key, raw);
      this.#memory.delete(key);
    } catch {
      this.#memory.set(key, raw);
    }
  }

  forget(name: string): void {
    const key = prefix + name;
    this.#memory.delete(key);
    try {
      this.#area().removeItem(key);
    } catch {
      // Storage that cannot be written holds nothing of ours.
    }
  }

  /** Whether values outlive the page. They do not where the browser refuses storage. */
  lasts(): boolean {
    try {
      return this.#area() !== null;
    } catch {
      return false;
    }
  }

  /** Calls back when another tab changes the value. Returns the way to stop. */
  watch(name: string, onChange: (value: unknown) => void): () => void {
    const key = prefix + name;
    const listen = (event: StorageEvent) => {
      // A null key means that the other tab cleared everything.
      if (event.key === key || event.key === null) onChange(this.load(name));
    };
    window.addEventListener('storage', listen);
    return () => window.removeEventListener('storage', listen);
  }
}

function parse(raw: string | null): unknown {
  if (!raw) return null;
  try {
    const entry = JSON.parse(raw) as { value?: unknown; expires_at?: unknown } | null;
    if (typeof entry?.expires_at !== 'number' || entry.expires_at <= Date.now()) return null;
    return entry.value ?? null;
  } catch {
    return null;
  }
}

/** Shared by all tabs. */
export const local = new Store(() => window.localStorage);
/** Of this tab alone. */
export const tab = new Store(() => window.sessionStorage);
