import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { openPopup, PopupCancelled, PopupHost, type PopupOptions } from './popup';

function open(options: PopupOptions): Promise<string> {
  return openPopup(options).then(
    () => 'resolved',
    (error: unknown) => (error instanceof PopupCancelled ? 'rejected' : 'broken'),
  );
}

function host() {
  render(
    <I18nProvider i18n={i18n}>
      <PopupHost />
    </I18nProvider>,
  );
  return userEvent.setup();
}

describe('openPopup', () => {
  it('resolves on OK', async () => {
    const user = host();
    const answer = await act(async () => ({ promise: open({ title: 'Sure?' }) }));
    await user.click(await screen.findByRole('button', { name: 'OK' }));
    expect(await answer.promise).toBe('resolved');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('rejects on cancel and on the close button', async () => {
    const user = host();
    for (const name of ['No', 'Close']) {
      const answer = await act(async () => ({ promise: open({ title: 'Sure?', cancel: 'No' }) }));
      await user.click(await screen.findByRole('button', { name }));
      expect(await answer.promise).toBe('rejected');
    }
  });

  it('shows no cancel button where there is nothing to cancel', async () => {
    const user = host();
    const answer = await act(async () => ({ promise: open({ title: 'Done', cancel: null, ok: 'Fine' }) }));
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Fine' }));
    expect(await answer.promise).toBe('resolved');
  });

  it('keeps several apart', async () => {
    const user = host();
    const first = await act(async () => ({ promise: open({ title: 'First', ok: 'First OK' }) }));
    const second = await act(async () => ({ promise: open({ title: 'Second', ok: 'Second OK' }) }));
    await user.click(await screen.findByRole('button', { name: 'Second OK' }));
    expect(await second.promise).toBe('resolved');
    await user.click(await screen.findByRole('button', { name: 'First OK' }));
    expect(await first.promise).toBe('resolved');
  });
});
