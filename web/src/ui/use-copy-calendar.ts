import { useLingui } from '@lingui/react/macro';
import { showToast } from './toast';

/** Copies the address of a calendar; where the browser refuses that, it shows it. */
export function useCopyCalendar(): (address: string) => Promise<void> {
  const { t } = useLingui();
  return async (address) => {
    try {
      await navigator.clipboard.writeText(address);
      await showToast(t`Calendar address copied`, { type: 'success', id: 'calendar' });
    } catch {
      await showToast(address, { id: 'calendar' });
    }
  };
}
