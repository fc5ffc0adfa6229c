/** Durations as a player writes and says them. */

interface Parts {
  hours: number;
  minutes: number;
  seconds: number;
}

function parts(seconds: number): Parts {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  return { hours: Math.floor(whole / 3600), minutes: Math.floor((whole % 3600) / 60), seconds: whole % 60 };
}

function two(n: number): string {
  return String(n).padStart(2, '0');
}

/** `1:10:30`, `4:05`. The same in both languages: it is a counter, not prose. */
export function counter(seconds: number): string {
  const { hours, minutes, seconds: s } = parts(seconds);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(s)}` : `${minutes}:${two(s)}`;
}

const units = new Map<string, Intl.NumberFormat>();

function unit(n: number, name: 'hour' | 'minute' | 'second', lang: string): string {
  const key = `${lang} ${name}`;
  const format = units.get(key) ?? new Intl.NumberFormat(lang, { style: 'unit', unit: name, unitDisplay: 'long' });
  units.set(key, format);
  return format.format(n);
}

/** A position in words, to the second: `1 hour 10 minutes 30 seconds`, `12 minutes 4 seconds`, `0 seconds`. */
export function spokenPosition(seconds: number, lang: string): string {
  const p = parts(seconds);
  const said: string[] = [];
  if (p.hours > 0) said.push(unit(p.hours, 'hour', lang));
  if (p.minutes > 0) said.push(unit(p.minutes, 'minute', lang));
  if (p.seconds > 0 || said.length === 0) said.push(unit(p.seconds, 'second', lang));
  return said.join(' ');
}

/** A total in words, as people say it: `1 hour 30` from an hour on, else to the second. */
export function spokenTotal(seconds: number, lang: string): string {
  const p = parts(seconds);
  if (p.hours > 0)
    return p.minutes > 0 ? `${unit(p.hours, 'hour', lang)} ${two(p.minutes)}` : unit(p.hours, 'hour', lang);
  return spokenPosition(seconds, lang);
}

/** How far behind live, short enough for a button: `42 s`, `3 min 20 s`, `1 h 05 min`. */
export function shortSpan(seconds: number): string {
  const p = parts(seconds);
  if (p.hours > 0) return `${p.hours}\u00a0h\u00a0${two(p.minutes)}\u00a0min`;
  if (p.minutes >= 10) return `${p.minutes}\u00a0min`;
  return p.minutes > 0 ? `${p.minutes}\u00a0min\u00a0${two(p.seconds)}\u00a0s` : `${p.seconds}\u00a0s`;
}
