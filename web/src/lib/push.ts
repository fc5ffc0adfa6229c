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
  return registration && (await checkPush(registration)) ? 'on' : 'off';
}

/**
 * Compares this browser's subscription with the server's, and renews the one that is missing: browsers change their address, and
 * the server drops addresses that a push service no longer knows. Returns whether both agree in the end.
 */
export async function checkPush(registration: ServiceWorkerRegistration): Promise<boolean> {
  const id = subscriptionId();
  if (id === null) return false;
  try {
    const former = await registration.pushManager.getSubscription();
    const kept = await keepSubscription(former ?? (await subscribe(registration)));
    if (former && kept.id !== id && kept.endpoint === local.load('push_endpoint')) {
      // The server had dropped this address: nothing would arrive at it.
      await former.unsubscribe();
      await keepSubscription(await subscribe(registration));
      await removeSubscription(kept.id).catch(() => undefined);
    }
    return true;
  } catch {
    return false;
  }
}

async function subscribe(registration: ServiceWorkerRegistration): Promise<PushSubscription> {
  const applicationServerKey = await fetchPushKey();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

/** Tells the server the address, and keeps its number and the address here. */
async function keepSubscription(subscription: PushSubscription): Promise<{ id: number; endpoint: string | undefined }> {
  const json = subscription.toJSON();
  const { endpoint } = json;
  const id = await saveSubscription(json);
  local.save('push_subscription', id);
  local.save('push_endpoint', endpoint);
  return { id, endpoint };
}

/** Asks the person, and has the browser told things if they agree. Call it from a press only. */
export async function enablePush(): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState();
  const registration = await activated(await registerWorker());
  await keepSubscription(await subscribe(registration));
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
    await keepSubscription(moved);
    await removeSubscription(id).catch(() => undefined);
  }
  await former.unregister();
}
