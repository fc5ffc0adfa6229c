import '@testing-library/jest-dom/vitest';
import { i18n } from '@lingui/core';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';

// Source texts are the English messages, so tests need no catalogue.
i18n.loadAndActivate({ locale: 'en', messages: {} });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(cleanup);

// What a test waits for comes or does not; how long a busy machine takes says nothing.
configure({ asyncUtilTimeout: 30_000 });

// jsdom has no layout, so nothing scrolls.
window.scrollTo = () => undefined;

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
