import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

// One catalogue per area of the app, so that people who work side by side do not meet in one file.
// src/locales/<language>/index.ts joins them into the one chunk a visitor loads, but for those of the account and of clips: they
// come with their screens (loadTexts in src/lib/i18n.ts).
const areas: Record<string, string[]> = {
  app: ['app', 'api', 'lib', 'ui', 'features/channel', 'features/pages'],
  account: [
    'features/auth',
    'features/checkout',
    'features/device',
    'features/leases',
    'features/orders',
    'features/profile',
    'features/subscriptions',
    'lib/account',
    'ui/account',
    'ui/ticket',
  ],
  events: [
    'entities',
    'features/events',
    'features/favourites',
    'features/filters',
    'features/home',
    'features/reminders',
  ],
  offers: ['features/faq', 'features/forms', 'features/offers', 'features/simulate'],
  watch: ['features/player', 'features/watch'],
  vod: ['features/vod'],
  clips: ['features/clips'],
  next: ['features/next', 'app/instead', 'features/search', 'ui/search'],
};

function foldersOfOthers(area: string, folders: string[]): string[] {
  const others = Object.entries(areas).flatMap(([name, theirs]) => (name === area ? [] : theirs));
  return others
    .filter((other) => folders.some((folder) => other.startsWith(`${folder}/`)))
    .map((other) => `<rootDir>/src/${other}/**`);
}

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'fr'],
  catalogs: Object.entries(areas).map(([name, folders]) => ({
    path: `<rootDir>/src/locales/{locale}/${name}`,
    include: folders.map((folder) => `<rootDir>/src/${folder}`),
    // A folder inside that of another area belongs to the one that names it.
    exclude: ['**/*.test.ts', '**/*.test.tsx', ...foldersOfOthers(name, folders)],
  })),
  format: formatter({ lineNumbers: false }),
});
