import { Trans } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import type { Clip } from '#/api/types';
import { Button, type ButtonLook } from '#/ui/button';
import { clipFile } from '../api';
import { useFile } from '../use-file';

/** Loads a clip down as one file. */
export function DownloadClip({ clip: { id, name }, look = 'line' }: { clip: Clip; look?: ButtonLook }) {
  const { busy, load } = useFile(() => clipFile(id));
  return (
    <Button look={look} size="sm" busy={busy} onClick={load}>
      <Download className="i" aria-hidden="true" />
      <span>
        <Trans>
          Download <span className="vh">{name}</span>
        </Trans>
      </span>
    </Button>
  );
}
