import { i18n } from '@lingui/core';
import { activated, registerWorker } from '#/lib/service-worker';
import { local } from '#/lib/storage';

/** Has the browser keep the shell of the app, and the code that says that it is offline. */
export async function stayOffline(): Promise<void> {
  void import('./route-error');
  if (!('serviceWorker' in navigator)) return;
  const registration = await activated(await registerWorker());
  registration.active?.postMessage({ language: i18n.locale });
  if (local.load('push_subscription') === null) return;
  const { checkPush, movePush } = await import('#/lib/push');
  await movePush(registration);
  await checkPush(registration);
}
