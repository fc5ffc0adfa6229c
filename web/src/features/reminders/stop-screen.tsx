import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { statusOf } from '#/api/failure';
import { stopReminders } from '#/api/reminders';
import { useBootstrap, useTitle } from '#/lib/channel';
import { Button, buttonClass } from '#/ui/button';
import { useFailureText } from '#/ui/failure-text';

type State = 'asked' | 'busy' | 'stopped' | 'unknown';

/** Where the way out in a letter leads. It waits for a press: programs that look at letters open every address. */
export function StopScreen({ token }: { token: string }) {
  const { t } = useLingui();
  useTitle(t`Reminders`);
  const { name } = useBootstrap().settings.channel;
  const failureText = useFailureText();
  const [state, setState] = useState<State>('asked');
  const [problem, setProblem] = useState('');
  const stop = async () => {
    setState('busy');
    setProblem('');
    try {
      await stopReminders(token);
      setState('stopped');
    } catch (error) {
      setState(statusOf(error) === 404 ? 'unknown' : 'asked');
      setProblem(failureText(error));
    }
  };
  return (
    <div className="wrap page">
      <div className="page__h">
        <h1>
          <Trans>Reminders</Trans>
        </h1>
      </div>
      <section className="panel stack">
        <div role="status">
          {state === 'stopped' ? (
            <p>
              <Trans>Done. {name} won’t send you any more reminders.</Trans>
            </p>
          ) : (
            <p>
              <Trans>{name} emails you before the games you chose start.</Trans>
            </p>
          )}
        </div>
        {problem && <p role="alert">{problem}</p>}
        <div className="acts">
          {state === 'asked' || state === 'busy' ? (
            <Button busy={state === 'busy'} onClick={() => void stop()}>
              <Trans>Stop all reminders</Trans>
            </Button>
          ) : (
            <Link className={buttonClass('line')} to="/schedule">
              <Trans>See the schedule</Trans>
            </Link>
          )}
        </div>
      </section>
    </div>
  );
}
