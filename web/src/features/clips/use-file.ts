import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FileLink } from '#/api/types';
import { restoreSession } from '#/lib/session';
import { useFailureText } from '#/ui/failure-text';
import { showToast } from '#/ui/toast';
import { clipsKey } from './api';

/** Asks where a file is to be had and has the browser load it; what refuses it is said. */
export function useFile(ask: () => Promise<FileLink>) {
  const client = useQueryClient();
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);
  const load = async () => {
    setBusy(true);
    try {
      const { url, file_name } = await ask();
      follow(url, file_name);
      // How many are used now.
      void restoreSession();
      void client.invalidateQueries({ queryKey: clipsKey });
    } catch (error) {
      void showToast(failureText(error), { type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return { busy, load: () => void load() };
}

/** The answer is an attachment, so the page stays. */
function follow(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
