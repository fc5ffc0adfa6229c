import type { QueryClient } from '@tanstack/react-query';
import type { Clip } from '#/api/types';
import { session } from '#/lib/session';
import { showToast } from '#/ui/toast';
import { clipsKey, fetchClip } from './api';
import { outcomeOf } from './making';
import { ClipFailed, ClipInWork, ClipLate, ClipReady } from './ui/pill';

/** How long the ways to a new clip stay in sight, in milliseconds. */
const READY_MS = 20_000;

/**
 * Tells how the making of a clip goes, on whatever page its maker is meanwhile, and has the lists that show it follow. Ends with
 * the session.
 */
export async function followClip(client: QueryClient, clip: Clip): Promise<void> {
  const id = `clip-${clip.id}`;
  const stop = new AbortController();
  const leave = session.subscribe(({ user }) => !user && stop.abort());
  void client.invalidateQueries({ queryKey: clipsKey });
  await showToast(<ClipInWork clip={clip} />, { id, duration: Number.POSITIVE_INFINITY });
  const outcome = await outcomeOf((signal) => fetchClip(clip.id, '', signal), stop.signal);
  leave();
  void client.invalidateQueries({ queryKey: clipsKey });
  const { toast } = await import('sonner');
  switch (outcome.kind) {
    case 'success':
      return showToast(<ClipReady clip={outcome.clip} onDone={() => toast.dismiss(id)} />, {
        id,
        type: 'success',
        duration: READY_MS,
      });
    case 'error':
      return showToast(<ClipFailed clip={clip} />, { id, type: 'error', duration: READY_MS });
    case 'late':
      return showToast(<ClipLate clip={clip} />, { id, duration: READY_MS });
    case 'gone':
      toast.dismiss(id);
  }
}
