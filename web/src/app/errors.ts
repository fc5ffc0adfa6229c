import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { noteKeyError } from '#/lib/analytics';
import { bus } from '#/lib/bus';
import { showToast } from '#/ui/toast';

/** Shows what lower layers announce and no screen owns. */
export function showAnnouncements(): void {
  bus.on('global_error', (reason) => {
    const text =
      reason === 'throttled'
        ? msg`Too many requests. Please wait a moment and try again.`
        : msg`Apologies! Our service is currently experiencing technical difficulties.`;
    void showToast(i18n._(text), { type: 'error', id: reason });
  });
  bus.on('logged_out', () => void showToast(i18n._(msg`You are logged out.`), { type: 'success' }));
  bus.on('api_key_error', noteKeyError);
}
