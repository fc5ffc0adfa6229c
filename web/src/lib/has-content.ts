import { useBootstrap } from './channel';

/** Tells whether a screen of the app has content on this channel: something on sale, answers, a contact. */
export function useHasContent(path: string): boolean {
  return !useBootstrap().settings.empty_screens.includes(path);
}
