import { Trans } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { exportProfile } from '#/api/account';
import { useBootstrap } from '#/lib/channel';
import { Button, buttonClass } from '#/ui/button';
import { useFailureText } from '#/ui/failure-text';
import { AppLink } from '#/ui/link';
import { showToast } from '#/ui/toast';

/** What is kept of the user, for taking along, and the way to have it erased. */
export function DataPanel() {
  const { key } = useBootstrap().settings.channel;
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      saveFile(`${key}-account.json`, await exportProfile());
    } catch (error) {
      void showToast(failureText(error), { type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="panel acct__row" aria-labelledby="data">
      <div>
        <h2 id="data">
          <Trans>Your data</Trans>
        </h2>
        <p className="muted">
          <Trans>Everything we keep about you, in one file that other programs can read.</Trans>
        </p>
      </div>
      <div className="acts">
        <Button look="quiet" busy={busy} onClick={() => void download()}>
          <Download className="i" aria-hidden="true" />
          <Trans>Download my data</Trans>
        </Button>
        <AppLink className={buttonClass('danger')} href="/profile/edit#delete">
          <Trans>Delete my account</Trans>
        </AppLink>
      </div>
    </section>
  );
}

/** Has the browser keep a value as a file. */
function saveFile(name: string, content: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
