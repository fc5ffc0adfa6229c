import { Trans, useLingui } from '@lingui/react/macro';
import { Bell, BellOff } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { trySubscription } from '#/api/push';
import { disablePush, enablePush, type PushState, pushState, subscriptionId } from '#/lib/push';
import { announce } from '#/ui/announcer';
import { Button } from '#/ui/button';
import { useFailureText } from '#/ui/failure-text';
import { showToast } from '#/ui/toast';

/** Turns notifications on this device on and off. The browser is asked by a press only. */
export function DeviceNotes() {
  const { t } = useLingui();
  const failureText = useFailureText();
  const [state, setState] = useState<PushState | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => void pushState().then(setState), []);

  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      void showToast(error instanceof DOMException ? t`This browser could not be reached.` : failureText(error), {
        type: 'error',
      });
    } finally {
      setBusy(false);
    }
  };
  const turnOn = () =>
    run(async () => {
      setState(await enablePush());
      announce(t`Notifications are on`);
    });
  const turnOff = () =>
    run(async () => {
      setState(await disablePush());
      announce(t`Notifications are off`);
    });
  const tryIt = () =>
    run(async () => {
      const now = await pushState(); // renews a subscription that the browser or the server has dropped
      setState(now);
      const id = subscriptionId();
      if (now !== 'on' || id === null) {
        void showToast(t`It could not be sent. Turn notifications on again.`, { type: 'error' });
        return;
      }
      await trySubscription(id);
      void showToast(t`It is on its way.`);
    });

  const Icon = state === 'on' ? Bell : BellOff;
  return (
    <section className="panel notes" aria-labelledby="device-notes">
      <Icon className="i i-24" aria-hidden="true" />
      <div className="stack">
        <h2 id="device-notes">
          <Trans>On this device</Trans>
        </h2>
        <p>{state && <StateText state={state} />}</p>
        <div className="acts">
          {state === 'off' && (
            <Button busy={busy} onClick={() => void turnOn()}>
              <Trans>Turn on notifications</Trans>
            </Button>
          )}
          {state === 'on' && (
            <>
              <Button look="line" busy={busy} onClick={() => void tryIt()}>
                <Trans>Send me one now</Trans>
              </Button>
              <Button look="quiet" busy={busy} onClick={() => void turnOff()}>
                <Trans>Turn off</Trans>
              </Button>
            </>
          )}
        </div>
      </div>
    </section>
  );
}

function StateText({ state }: { state: PushState }): ReactNode {
  switch (state) {
    case 'on':
      return <Trans>They appear in this browser, even when this site is closed.</Trans>;
    case 'off':
      return <Trans>Your browser asks you once. You can turn them off here at any time.</Trans>;
    case 'blocked':
      return (
        <Trans>This browser blocks them. Allow notifications for this site in its settings, then come back.</Trans>
      );
    case 'unsupported':
      return (
        <Trans>
          This browser doesn’t support notifications. On an iPhone or iPad, add this site to the home screen first.
        </Trans>
      );
  }
}
