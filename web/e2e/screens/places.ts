import type { APIRequestContext } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { openSession } from '../session.ts';

type Found = { id: number; stream_state: string; event_utc_ts: number };

/** Addresses that depend on what the demo holds at the moment. */
export type Places = {
  live: number;
  upcoming: number;
  recorded: number;
  unrecorded: number;
  register: number;
  paid: number;
  videos: Record<'free' | 'register' | 'paid', number>;
  page: string;
  pageByName: string;
  question: number;
  subscription: number;
  yearly: number;
  teamPass: number;
  oneSport: number;
  oneTeam: number;
  /** One of the teams that may be chosen. */
  team: number;
};

async function ask<T>(request: APIRequestContext, path: string, query: Record<string, string>): Promise<T> {
  const answer = await request.get(path, { params: { channel: 'demo', ...query } });
  expect(answer.ok(), `${path}: ${answer.status()}`).toBe(true);
  return ((await answer.json()) as { data: T }).data;
}

export async function findPlaces(request: APIRequestContext): Promise<Places> {
  const apiKey = await openSession(request);
  const first = async (
    query: Record<string, string>,
    fits: (event: Found) => boolean = () => true,
  ): Promise<number> => {
    const list = await ask<Found[]>(request, '/api/events', { api_key: apiKey, limit: '100', ...query });
    const found = list.find(fits);
    expect(found, JSON.stringify(query)).toBeDefined();
    return found?.id ?? 0;
  };
  // Of the days before: what journeys beside have just filmed is seconds long.
  const lately = Date.now() / 1000 - 3600;
  const wasOnAir = (event: Found) => event.stream_state === 'ended' && event.event_utc_ts < lately;
  // The longest of each kind, since they have several parts.
  const videos = await ask<{ id: number; type: string }[]>(request, '/api/vod-media-items', {
    api_key: apiKey,
    sort_field: 'duration',
  });
  const video = (type: string) => videos.find((item) => item.type === type)?.id ?? 0;
  const pages = await ask<{ url: string; alt_name: string }[]>(request, '/api/pages', {});
  const faq = await ask<{ id: number }[]>(request, '/api/faq', {});
  const subscriptions = await ask<{ id: number; type: string }[]>(request, '/api/subscriptions', {});
  const packages = await ask<{ id: number; is_team_pass: boolean; choice: string; participants: number[] }[]>(
    request,
    '/api/packages',
    {},
  );
  const chosenBy = (choice: string) => packages.find((one) => one.choice === choice);
  return {
    live: await first({ stream_status: 'live', type: 'free' }),
    upcoming: await first({ stream_status: 'upcoming', type: 'free' }),
    recorded: await first({ stream_status: 'finished', type: 'free' }, wasOnAir),
    unrecorded: await first(
      { stream_status: 'finished', type: 'free' },
      ({ stream_state }) => stream_state !== 'ended',
    ),
    register: await first({ stream_status: 'finished', type: 'register' }, wasOnAir),
    paid: await first({ type: 'paid' }),
    videos: { free: video('free'), register: video('register'), paid: video('paid') },
    pageByName: `/${pages.find((page) => page.url !== `/${page.alt_name}`)?.alt_name}`,
    question: faq.at(-1)?.id ?? 0,
    subscription: subscriptions.find((one) => one.type === 'monthly')?.id ?? 0,
    yearly: subscriptions.find((one) => one.type === 'annual')?.id ?? 0,
    teamPass: packages.find((one) => one.is_team_pass && !one.choice)?.id ?? 0,
    oneSport: chosenBy('category')?.id ?? 0,
    oneTeam: chosenBy('participant')?.id ?? 0,
    team: chosenBy('participant')?.participants.at(-1) ?? 0,
    page: `/${(pages[0]?.url ?? '').replace(/^\//, '')}`,
  };
}
