import { fetchPushKey, removeSubscription, saveSubscription } from '#/api/push';
import { activated, findWorker, registerWorker } from './service-worker';
import { local } from './storage';

/** What this browser is told while the site is closed. `blocked`: the person has refused, only the browser's own settings undo it. */
export type PushState = 'unsupported' | 'blocked' | 'off' | 'on';

/** Where notifications had a worker for themselves before the one of the whole site. */
const formerScope = '/push/';

/** The number of this browser's subscription, while it has one. */
export function subscriptionId(): number | null {
  const id = local.load('push_subscription');
  return typeof id === 'number' ? id : null;
}

export async function pushState(): Promise<PushState> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const registration = await findWorker();
  const subscription = await registration?.pushManager.getSubscription();
  return subscription && subscriptionId() !== null ? 'on' : 'off';
}

/** Asks the person, and has the browser told things if they agree. Call it from a press only. */
export async function enablePush(): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState();
  const registration = await activated(await registerWorker());
  const applicationServerKey = await fetchPushKey();
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  local.save('push_subscription', await saveSubscription(subscription.toJSON()));
  return 'on';
}

/** Ends it, here and at the server. */
export async function disablePush(): Promise<PushState> {
  const id = subscriptionId();
  local.forget('push_subscription');
  const registration = await findWorker();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  // The server notices by itself later when it cannot be told now.
  if (id !== null) await removeSubscription(id).catch(() => undefined);
  return 'off';
}

/** Moves the subscription of the former worker to the one of the whole site. */
export async function movePush(registration: ServiceWorkerRegistration): Promise<void> {
  const all = await navigator.serviceWorker.getRegistrations();
  const former = all.find(({ scope }) => new URL(scope).pathname === formerScope);
  if (!former) return;
  const subscription = await former.pushManager.getSubscription();
  const id = subscriptionId();
  if (subscription && id !== null) {
    const { applicationServerKey } = subscription.options;
    const moved = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
    local.save('push_subscription', await saveSubscription(moved.toJSON()));
    await removeSubscription(id).catch(() => undefined);
  }
  await former.unregister();
}
