/** What describes a panel: alerts and headings. */
const messages = '[role="alert"]:not(:empty), h1, h2, h3';

interface Held {
  element: Element;
  /** Ancestors of the element, the nearest first. The last is the main part of the page, also for an element in a dialog. */
  ancestors: Element[];
  path: string;
  /** It was in a dialog, which hid the page behind it. */
  modal: boolean;
}

/**
 * A panel that replaces another removes the focused control: browsers then put the focus on `body`, and a phone may show
 * another part of the page, which is shorter now. Here the focus goes to the message of the new panel, and the page
 * scrolls to it. Code that moves the focus itself has priority. Returns a function that stops it.
 */
export function followLostFocus(root: Document = document): () => void {
  let held: Held | null = null;
  let added: Element[] = [];
  let frame = 0;
  const hold = ({ target }: Event) => {
    const main = root.getElementById('main');
    const element = target instanceof Element ? (target.closest('button, a, input, select, textarea') ?? target) : null;
    held = main && element && main !== element ? holding(element, main) : null;
  };
  const release = () =>
    queueMicrotask(() => {
      // A press outside any control clears the remembered control. A disabled or removed control stays remembered.
      if (held?.element.isConnected && !held.element.matches(':disabled') && hasNoFocus(root)) held = null;
    });
  const look = () => {
    const [from, fresh] = [held, added];
    added = [];
    if (!from || from.element.isConnected || !hasNoFocus(root)) return;
    held = null;
    // After a change of page the heading of the page has the focus.
    if (from.path === location.pathname) moveFocus(from, fresh);
  };
  const observer = new MutationObserver((changes) => {
    if (!held) return;
    for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof Element) added.push(node);
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(look);
  });
  const stop = new AbortController();
  const { signal } = stop;
  root.addEventListener('focusin', hold, { signal });
  // Safari does not give the focus to a button that is pressed.
  root.addEventListener('click', hold, { signal, capture: true });
  root.addEventListener('focusout', release, { signal });
  observer.observe(root.body, { childList: true, subtree: true });
  return () => {
    stop.abort();
    observer.disconnect();
    cancelAnimationFrame(frame);
  };
}

function holding(element: Element, main: Element): Held | null {
  const modal = element.closest('dialog, [role="dialog"]') !== null;
  if (!main.contains(element) && !modal) return null;
  const ancestors: Element[] = [];
  for (let at = element.parentElement; at && at !== main && at !== document.body; at = at.parentElement)
    ancestors.push(at);
  return { element, ancestors: [...ancestors, main], path: location.pathname, modal };
}

function hasNoFocus(root: Document): boolean {
  return root.activeElement === null || root.activeElement === root.body;
}

function moveFocus({ ancestors, modal }: Held, fresh: Element[]): void {
  const left = ancestors.filter((ancestor) => ancestor.isConnected);
  const near = left.find((ancestor) => takesFocus(ancestor) || ancestor.querySelector(messages));
  const here = fresh.filter((element) => element.isConnected && left.some((ancestor) => ancestor.contains(element)));
  const message = here.map(messageOf).find((found) => found !== null);
  const target = message ?? (near && (takesFocus(near) ? near : messageOf(near)));
  if (!(target instanceof HTMLElement)) return;
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  // If content was only removed, the page does not scroll.
  if ((message || modal) && !isInView(target)) target.scrollIntoView({ block: 'center' });
}

/** For example the player, which handles keys. */
function takesFocus(element: Element): boolean {
  return element instanceof HTMLElement && element.tabIndex >= 0;
}

function messageOf(element: Element): Element | null {
  return element.matches(messages) ? element : element.querySelector(messages);
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= innerHeight * 0.1 && bottom <= innerHeight * 0.9;
}
