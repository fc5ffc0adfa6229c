import { Trans, useLingui } from '@lingui/react/macro';
import { Copy, Download, Printer } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useBootstrap } from '#/lib/channel';
import { useUser } from '#/lib/session';
import { Button } from '#/ui/button';
import { showToast } from '#/ui/toast';

interface RecoveryCodesProps {
  codes: string[];
  onDone: () => void;
}

/** The recovery codes, which are shown this once, and the ways to keep them. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { t } = useLingui();
  const { name: channel } = useBootstrap().settings.channel;
  const email = useUser()?.email ?? '';
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = `${t`Recovery codes of ${channel} for ${email}`}\n\n${codes.join('\n')}\n`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      await showToast(t`Codes copied`, { type: 'success', id: 'codes' });
    } catch {
      await showToast(t`They could not be copied. Write them down.`, { type: 'error', id: 'codes' });
    }
  };
  return (
    <div className="stack sec__codes printed">
      <h3 ref={heading} tabIndex={-1}>
        <Trans>Save these recovery codes</Trans>
      </h3>
      <p>
        <Trans>
          If your phone is lost or broken, use one of these codes instead of the app. Each works once. They won’t be
          shown again.
        </Trans>
      </p>
      <p className="sec__for">{text.split('\n', 1)}</p>
      <ul className="sec__list">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="acts">
        <Button look="line" onClick={() => void copy()}>
          <Copy className="i" aria-hidden="true" />
          <Trans>Copy</Trans>
        </Button>
        <Button look="line" onClick={() => saveText(text, 'recovery-codes.txt')}>
          <Download className="i" aria-hidden="true" />
          <Trans>Download</Trans>
        </Button>
        <Button look="line" onClick={() => window.print()}>
          <Printer className="i" aria-hidden="true" />
          <Trans>Print</Trans>
        </Button>
      </div>
      <div className="acts">
        <Button onClick={onDone}>
          <Trans>I have saved them</Trans>
        </Button>
      </div>
    </div>
  );
}

function saveText(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
