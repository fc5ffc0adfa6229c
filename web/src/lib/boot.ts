import type { QueryClient } from '@tanstack/react-query';
import { acquireApiKey, get, requestChannelKey } from '#/api/client';
import { isRecord } from '#/api/failure';
import { keys } from '#/api/keys';
import { bootstrapQuery, seedFromBootstrap } from '#/api/queries';
import type { Bootstrap, Language, Settings } from '#/api/types';
import { activateLanguage, chosenLanguage, isLanguage, rememberAskedLanguage, speakInWords } from './i18n';
import { isSignedIn, restoreSession } from './session';

/** What the server may write into the page: `<script type="application/json" id="boot">`. */
export interface BootDocument {
  channel_key: string;
  language: Language;
  bootstrap: Bootstrap;
  /** Answers to queries of the first page, as key and data. */
  queries: [key: readonly unknown[], data: unknown][];
}

/** The boot document of this page, or null on a static host. */
export function readBootDocument(): BootDocument | null {
  try {
    const value: unknown = JSON.parse(document.getElementById('boot')?.textContent ?? '');
    if (!isRecord(value) || typeof value.channel_key !== 'string' || !isRecord(value.bootstrap)) return null;
    if (!isLanguage(value.language)) return null;
    return {
      channel_key: value.channel_key,
      language: value.language,
      bootstrap: value.bootstrap as unknown as Bootstrap,
      queries: Array.isArray(value.queries) ? value.queries.filter(isAnswer) : [],
    };
  } catch {
    return null;
  }
}

function isAnswer(entry: unknown): entry is BootDocument['queries'][number] {
  return Array.isArray(entry) && entry.length === 2 && Array.isArray(entry[0]);
}

/**
 * The start-up protocol: channel key, api key, configuration, profile. It rejects when a key or the configuration
 * cannot be had. A page with a boot document is ready without any call; its api key is fetched meanwhile.
 */
export async function start(client: QueryClient): Promise<void> {
  const inlined = readBootDocument();
  if (inlined) {
    keys.setChannel(inlined.channel_key, '/api');
    await speakInWords(inlined.bootstrap.settings.words);
    if (!keys.api()) acquireApiKey().catch(() => undefined); // announced on the bus as api_key_error
  } else {
    if (!keys.channel()) await requestChannelKey();
    if (!keys.api()) await acquireApiKey();
  }
  rememberAskedLanguage();
  const language = chosenLanguage() ?? inlined?.language ?? (await channelLanguage());
  await Promise.all([
    activateLanguage(language).then(() => loadConfiguration(client, inlined, language)),
    restoreSession(),
  ]);
}

async function loadConfiguration(client: QueryClient, inlined: BootDocument | null, language: Language): Promise<void> {
  if (inlined?.language === language) {
    client.setQueryData(bootstrapQuery().queryKey, inlined.bootstrap);
    seedFromBootstrap(client, inlined.bootstrap);
    // They are a visitor's, which nobody else is shown; they are asked for again behind what they show.
    if (isSignedIn()) return;
    for (const [key, data] of inlined.queries) client.setQueryData(key, data, { updatedAt: 0 });
    return;
  }
  const bootstrap = await client.fetchQuery(bootstrapQuery());
  await speakInWords(bootstrap.settings.words);
  seedFromBootstrap(client, bootstrap);
  // The server writes the colours and the look into its pages.
  if (inlined) return;
  const { applyLook, applyTheme } = await import('./theme');
  applyTheme(bootstrap['color-settings']);
  applyLook(bootstrap.settings.look);
}

async function channelLanguage(): Promise<Language> {
  const settings = await get<Settings>('/settings', undefined, { withoutKey: true });
  return isLanguage(settings.language) ? settings.language : 'en';
}
