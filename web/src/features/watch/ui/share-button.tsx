import { Trans, useLingui } from '@lingui/react/macro';
import { Share2 } from 'lucide-react';
import type { EventDetail } from '#/api/types';
import { title } from '#/entities/event';
import { Button } from '#/ui/button';
import { showToast } from '#/ui/toast';

/** Hands the page's address on: by the phone's own sheet, elsewhere through the clipboard. */
export function ShareButton({ event, look = 'quiet' }: { event: EventDetail; look?: 'quiet' | 'media' }) {
  const { t } = useLingui();
  const share = async () => {
    const url = new URL(`/watch/${event.id}`, location.origin).href;
    if (await shareBySheet({ title: title(event), url })) return;
    try {
      await navigator.clipboard.writeText(url);
      await showToast(t`Link copied`, { type: 'success', id: 'share' });
    } catch {
      await showToast(url, { id: 'share' });
    }
  };
  return (
    <Button look={look} size="sm" onClick={() => void share()}>
      <Share2 className="i" aria-hidden="true" />
      <Trans>Share</Trans>
    </Button>
  );
}

/** Whether the sheet took it over. Desktop browsers have one too, but there a copied link is what people expect. */
async function shareBySheet(data: ShareData): Promise<boolean> {
  if (!navigator.share || !matchMedia('(pointer: coarse)').matches) return false;
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    // Closing the sheet is a decision, not a failure.
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
