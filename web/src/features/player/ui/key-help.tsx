import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Dialog } from '#/ui/dialog';
import { StaticBlock } from '#/ui/static-block';
import { loadPreferences, savePreferences } from '../control/memory';

/** All keys of the player, and the switch that turns them off for people whose software types them. */
export function KeyHelp({ clips, onClose }: { clips: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const [on, setOn] = useState(() => loadPreferences().keys);
  const change = (keys: boolean) => {
    savePreferences({ keys });
    setOn(keys);
  };
  return (
    <Dialog title={t`Keyboard shortcuts`} onClose={onClose} className="dialog p-keys">
      <StaticBlock name="player_help" className="p-help" />
      <label className="ck">
        <input type="checkbox" checked={on} onChange={(event) => change(event.currentTarget.checked)} />
        <Trans>Use single-key shortcuts</Trans>
      </label>
      <p className="muted">
        <Trans>
          They work anywhere on this page, except in fields, menus and dialogs. Space presses the button that has focus.
        </Trans>
      </p>
      <dl>
        <Key of={[t`Space`, 'K']}>{t`Play or pause`}</Key>
        <Key of={['←', '→']}>{t`Back or forward 5 seconds`}</Key>
        <Key of={['J', 'L']}>{t`Back or forward 10 seconds`}</Key>
        <Key of={['0', '…', '9']}>{t`Jump to 0–90% of the event`}</Key>
        <Key of={['E']}>{t`Go live`}</Key>
        <Key of={['↑', '↓']}>{t`Volume, while the player has focus`}</Key>
        <Key of={['M']}>{t`Mute`}</Key>
        <Key of={['C']}>{t`Captions`}</Key>
        <Key of={['F']}>{t`Full screen`}</Key>
        <Key of={['I']}>{t`Picture in picture`}</Key>
        <Key of={['<', '>']}>{t`Slower or faster`}</Key>
        <Key of={[',', '.']}>{t`One frame back or forward, while paused`}</Key>
        {clips && <Key of={['X']}>{t`Make a clip`}</Key>}
        <Key of={['?']}>{t`This list`}</Key>
      </dl>
    </Dialog>
  );
}

function Key({ of, children }: { of: string[]; children: ReactNode }) {
  return (
    <div>
      <dt>
        {of.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
