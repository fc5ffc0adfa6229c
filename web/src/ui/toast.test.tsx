import { screen } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '#/testing/render';
import { showToast, ToastHost } from './toast';

afterEach(() => {
  vi.restoreAllMocks();
  toast.dismiss();
});

describe('a toast', () => {
  it('is information for five seconds unless it says otherwise', async () => {
    const info = vi.spyOn(toast, 'info');
    await showToast('Saved');
    expect(info).toHaveBeenCalledWith('Saved', { duration: 5_000 });
  });

  it.each(['success', 'error', 'info'] as const)('can be of the type %s, for as long as it asks', async (type) => {
    const shown = vi.spyOn(toast, type);
    await showToast('Here', { type, duration: 800 });
    expect(shown).toHaveBeenCalledWith('Here', { duration: 800 });
  });

  it('is on the page', async () => {
    await renderScreen(<ToastHost />);
    await showToast('You are logged out.');
    expect(await screen.findByText('You are logged out.')).toBeInTheDocument();
  });
});
