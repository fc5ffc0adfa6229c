import { fetchPushKey, removeSubscription, saveSubscription } from '#/api/push';
import { local } from './storage';

/** What this browser is told while the site is closed. `blocked`: the person has refused, only the browser's own settings undo it. */
export type PushState = 'unsupported' | 'blocked' | 'off' | 'on';

/** The worker controls no page: its scope is a path that has none. */
const worker = { file: '/push-worker.js', scope: '/push/' };

/** The number of this browser's subscription, while it has one. */
export function subscriptionId(): number | null {
  const id = local.load('push_subscription');
  return typeof id === 'number' ? id : null;
}

export async function pushState(): Promise<PushState> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const registration = await navigator.serviceWorker.getRegistration(worker.scope);
  const subscription = await registration?.pushManager.getSubscription();
  return subscription && subscriptionId() !== null ? 'on' : 'off';
}

/** Asks the person, and has the browser told things if they agree. Call it from a press only. */
export async function enablePush(): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState();
  const registration = await activated(await navigator.serviceWorker.register(worker.file, { scope: worker.scope }));
  const applicationServerKey = await fetchPushKey();
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  local.save('push_subscription', await saveSubscription(subscription.toJSON()));
  return 'on';
}

/** Ends it, here and at the server. */
export async function disablePush(): Promise<PushState> {
  const id = subscriptionId();
  local.forget('push_subscription');
  const registration = await navigator.serviceWorker.getRegistration(worker.scope);
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  // The server notices by itself later when it cannot be told now.
  if (id !== null) await removeSubscription(id).catch(() => undefined);
  return 'off';
}

/** A browser subscribes only once the worker runs. */
async function activated(registration: ServiceWorkerRegistration): Promise<ServiceWorkerRegistration> {
  const starting = registration.installing ?? registration.waiting;
  if (registration.active || !starting) return registration;
  await new Promise<void>((resolve) => {
    starting.addEventListener('statechange', () => starting.state === 'activated' && resolve());
  });
  return registration;
}
