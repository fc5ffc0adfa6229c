import { fetchPushKey, removeSubscription, saveSubscription } from '#/api/push';
import { activated, findWorker, registerWorker } from './service-worker';
import { local } from './storage';

/** Whether this browser gets push notifications. `blocked`: the person refused, and only the settings of the browser undo it. */
export type PushState = 'unsupported' | 'blocked' | 'off' | 'on';

/** The scope of the service worker for notifications alone, which earlier versions had. */
const formerScope = '/push/';

/** The id of this browser's subscription at the server, while it has one. */
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
 * Compares this browser's subscription with the server's, and makes the one that is missing: browsers change the address of a
 * subscription, and the server drops addresses that a push service no longer knows. Returns whether both have the same address.
 */
export async function checkPush(registration: ServiceWorkerRegistration): Promise<boolean> {
  const id = subscriptionId();
  if (id === null) return false;
  const endpoint = local.load('push_endpoint');
  try {
    const current = await registration.pushManager.getSubscription();
    const saved = await saveHereAndAtServer(current ?? (await subscribe(registration)));
    if (saved.id === id) return true;
    if (current && saved.endpoint === endpoint) {
      // The server had dropped this address: nothing would arrive at it.
      await current.unsubscribe();
      await saveHereAndAtServer(await subscribe(registration));
      await removeSubscription(saved.id).catch(() => undefined);
    } else {
      await removeSubscription(id).catch(() => undefined);
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

/** Sends the subscription to the server, and stores its id and its address in this browser. */
async function saveHereAndAtServer(
  subscription: PushSubscription,
): Promise<{ id: number; endpoint: string | undefined }> {
  const json = subscription.toJSON();
  const { endpoint } = json;
  const id = await saveSubscription(json);
  local.save('push_subscription', id);
  local.save('push_endpoint', endpoint);
  return { id, endpoint };
}

/** Asks the person for permission, and subscribes if they agree. Call it only when a button is pressed. */
export async function enablePush(): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState();
  const registration = await activated(await registerWorker());
  await saveHereAndAtServer(await subscribe(registration));
  return 'on';
}

/** Unsubscribes in this browser and at the server. */
export async function disablePush(): Promise<PushState> {
  const id = subscriptionId();
  local.forget('push_subscription');
  local.forget('push_endpoint');
  const registration = await findWorker();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  // If this call fails, the server drops the address when the push service refuses it.
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
    await saveHereAndAtServer(moved);
    await removeSubscription(id).catch(() => undefined);
  }
  await former.unregister();
}
