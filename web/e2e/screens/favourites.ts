import { expect, type Page } from '@playwright/test';
import { findPlaces } from './places.ts';

/** Has some of everything as favourites, as a visitor who chose them earlier. */
async function withFavourites(page: Page): Promise<void> {
  const first = async (path: string, count: number) => {
    const { data } = (await (await page.request.get(path)).json()) as { data: { id: number }[] };
    return data.slice(0, count).map(({ id }) => id);
  };
  const [schools, teams, places] = await Promise.all([
    first('/api/participant-groups', 1),
    first('/api/participants?no_limit=true&school=fundy', 2),
    first('/api/events-locations', 1),
  ]);
  const keys = [
    ...teams.map((id) => `participant-${id}`),
    ...schools.map((id) => `group-${id}`),
    'category-1',
    ...places.map((id) => `location-${id}`),
    `event-${(await findPlaces(page.request)).upcoming}`,
  ];
  await page.addInitScript(
    ([value]) => localStorage.setItem('rudy_favourites', JSON.stringify({ value, expires_at: Date.now() + 1e9 })),
    [keys],
  );
}

async function untilStars(page: Page): Promise<void> {
  await expect(page.getByRole('main').locator('button[aria-pressed="true"] svg').first()).toBeVisible();
}

/** The screens that favourites change. */
export const favouriteScreens = [
  { name: 'home-favourites', path: () => '/', before: withFavourites, after: untilStars },
  { name: 'schedule-favourites', path: () => '/schedule?favorites=1', before: withFavourites, after: untilStars },
  { name: 'schedule-no-favourites', path: () => '/schedule?favorites=1' },
  { name: 'schedule-venue', path: () => '/schedule?location=chinook-gym' },
  { name: 'favourites', path: () => '/favourites', before: withFavourites, after: untilStars },
  { name: 'reminders-stop', path: () => '/reminders/stop?token=abc' },
  {
    name: 'reminders-stopped',
    path: () => '/reminders/stop?token=abc',
    after: async (page: Page) => {
      await page.route(/\/api\/reminders\/stop/, (route) => route.fulfill({ json: { data: { stopped: true } } }));
      await page.getByRole('main').getByRole('button').click();
      await expect(
        page.getByRole('main').getByRole('link', { name: /^(See the schedule|Voir le calendrier)$/ }),
      ).toBeVisible();
    },
  },
  { name: 'favourites-none', path: () => '/favourites' },
  { name: 'profile-favourites-none', path: () => '/profile/favourites', user: true },
  {
    name: 'profile-favourites',
    path: () => '/profile/favourites',
    user: true,
    before: async (page: Page) => {
      const kinds = ['participant', 'participant_group', 'event_category', 'favorite_event', 'event_location'];
      const data = kinds.flatMap((favoritable_type, kind) =>
        [1, 2, 3].map((id) => ({ id: kind * 3 + id, favoritable_id: id, favoritable_type, created_at: '2026-11-21' })),
      );
      await page.route(/\/api\/favorites\?/, (route) =>
        route.fulfill({ json: { data, meta: { total: data.length } } }),
      );
      await page.route(/\/api\/favorites\/feed/, (route) =>
        route.fulfill({
          json: { data: { path: '/feeds/favourites/a-secret.ics', created_at: '2026-11-21T12:00:00Z' } },
        }),
      );
    },
    after: async (page: Page) => {
      await page.getByRole('button', { name: /^(Get a new address|Créer une nouvelle adresse)$/ }).click();
      await expect(page.getByRole('link', { name: /^(Open in my|Ouvrir dans mon)/ })).toBeVisible();
    },
  },
];
