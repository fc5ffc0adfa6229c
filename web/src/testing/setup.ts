import '@testing-library/jest-dom/vitest';
import { i18n } from '@lingui/core';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { patience } from './wait-for';

// Test files may share a document and libraries (vite.config.ts). Each starts with the document of a new page, and with modules of
// the app that no other test file has used.
vi.resetModules();
document.head.replaceChildren();
document.body.replaceChildren();
for (const name of document.documentElement.getAttributeNames()) document.documentElement.removeAttribute(name);
for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; Max-Age=0; Path=/`;
window.history.replaceState(null, '', '/');

// Source texts are the English messages, so tests need no catalogue.
i18n.loadAndActivate({ locale: 'en', messages: {} });

/** The day of every unit test: fixtures have fixed dates, and labels depend on how far away these are. */
const today = Date.UTC(2026, 10, 24, 17);
const setClock = () => vi.useFakeTimers({ toFake: ['Date'], now: today, shouldAdvanceTime: true });

setClock(); // also for what a test file computes while it is loaded
beforeEach(() => {
  setClock();
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

// What a test waits for comes or does not; how long a busy machine takes says nothing.
configure({ asyncUtilTimeout: patience });

// jsdom has no layout, so nothing scrolls.
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;

// jsdom has no modal dialogs; open and closed is all that components ask of them.
const dialog: Partial<HTMLDialogElement> = HTMLDialogElement.prototype;
if (!('showModal' in dialog)) {
  Object.assign(dialog, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
    },
  });
}
