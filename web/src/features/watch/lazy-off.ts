import { loadTexts } from '#/lib/i18n';
import { lazy } from '#/lib/lazy';

/** Few games are called off or moved: what is said of them loads on demand, with the texts about orders. */
async function loadOff() {
  const [off] = await Promise.all([import('./ui/off'), loadTexts('account')]);
  return off;
}

export const Off = lazy(async () => ({ default: (await loadOff()).Off }));
export const Moved = lazy(async () => ({ default: (await loadOff()).Moved }));
