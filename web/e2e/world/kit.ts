import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Route } from '@playwright/test';

/** The demo channel's schools, teams, venues and sports, so that tests read like the product. */
const kit = new URL('../../../demo/kit/', import.meta.url);

export type Lang = 'en' | 'fr';
export type Text = Record<Lang, string>;

export interface School {
  alias: string;
  name: Text;
  short_name: string;
  code: string;
  color: string;
  on_color: string;
  division: string;
  city: Text;
  state: Text;
  image: string;
}
export interface Team {
  alias: string;
  school: string;
  sport: string;
  gender: 'M' | 'W';
  name: Text;
  short_name: string;
  code: string;
  color: string;
  on_color: string;
}
export interface Venue {
  school: string;
  name: Text;
  city: Text;
  state: Text;
  time_zone: string;
  kind: string;
}
export interface Sport {
  alias: string;
  title: Text;
  color: string;
}

function read<T>(name: string): Record<string, T[]> {
  return JSON.parse(readFileSync(new URL(`catalog/${name}.json`, kit), 'utf8')) as Record<string, T[]>;
}

export const schools = read<School>('schools').schools ?? [];
export const teams = read<Team>('teams').teams ?? [];
export const venues = read<Venue>('locations').locations ?? [];
export const sports = read<Sport>('sports').sports ?? [];

/**
 * Answers an address of a picture with the kit's: `/media/public/image/still/hockey-1.webp`, or as the server seeds it,
 * `/media/public/demo/image/still/hockey-1.webp`.
 */
export function fulfillPicture(route: Route): Promise<void> {
  const path = new URL(route.request().url()).pathname.replace(/^\/media\/public\/(demo\/)?/, '');
  const file = new URL(path, kit);
  if (!existsSync(file)) return route.fulfill({ status: 404, body: '' });
  return route.fulfill({ path: fileURLToPath(file) });
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** Returns the formatter of a locale and options. Formatters are kept: a call for events needs some for each event. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  dateFormats.set(key, format);
  return format;
}
