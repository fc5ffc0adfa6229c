/** The one worker of a site: it keeps the shell of the app, and shows what is pushed. */
const worker = { file: '/service-worker.js', scope: '/' };

export function registerWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register(worker.file, { scope: worker.scope });
}

export function findWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker.getRegistration(worker.scope);
}

/** A browser subscribes and takes messages only once the worker runs. */
export async function activated(registration: ServiceWorkerRegistration): Promise<ServiceWorkerRegistration> {
  const starting = registration.installing ?? registration.waiting;
  if (registration.active || !starting) return registration;
  await new Promise<void>((resolve) => {
    starting.addEventListener('statechange', () => starting.state === 'activated' && resolve());
  });
  return registration;
}
