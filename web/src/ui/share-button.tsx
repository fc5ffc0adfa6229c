import { Trans, useLingui } from '@lingui/react/macro';
import { Share2 } from 'lucide-react';
import { Button } from './button';
import { showToast } from './toast';

interface ShareProps {
  /** Of the page, within this site. */
  path: string;
  title: string;
  look?: 'quiet' | 'media';
}

/** Hands a page's address on: by the phone's own sheet, elsewhere through the clipboard. */
export function ShareButton({ path, title, look = 'quiet' }: ShareProps) {
  const { t } = useLingui();
  return (
    <Button look={look} size="sm" onClick={() => void sharePage({ path, title, copied: t`Link copied` })}>
      <Share2 className="i" aria-hidden="true" />
      <Trans>Share</Trans>
    </Button>
  );
}

/** By the phone's own sheet, elsewhere through the clipboard, which is told by `copied`. */
export async function sharePage({
  path,
  title,
  copied,
}: {
  path: string;
  title: string;
  copied: string;
}): Promise<void> {
  const url = new URL(path, location.origin).href;
  if (await shareBySheet({ title, url })) return;
  try {
    await navigator.clipboard.writeText(url);
    await showToast(copied, { type: 'success', id: 'share' });
  } catch {
    await showToast(url, { id: 'share' });
  }
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
