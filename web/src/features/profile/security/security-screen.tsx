import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { removeSecondFactor, renewRecoveryCodes, secondFactorQuery } from '#/api/second-factor';
import type { Language, SecondFactor } from '#/api/types';
import { fullDateText } from '#/entities/time';
import { viewerZone } from '#/entities/zones';
import { useTitle } from '#/lib/channel';
import { Button } from '#/ui/button';
import { LoadError } from '#/ui/states';
import { Tag } from '#/ui/tag';
import { showToast } from '#/ui/toast';
import { ProfileFrame } from '../profile-frame';
import { ConnectedLogins } from './connected-logins';
import { Passkeys } from './passkeys';
import { ProofForm } from './proof-form';
import { RecoveryCodes } from './recovery-codes';
import { SetUp } from './second-factor-set-up';
import './security.css';

/** What the panel about two-step login shows. */
type Step = 'state' | 'set-up' | 'remove' | 'renew' | { codes: string[] };

/** How the account is kept safe: the second step of log ins. */
export function SecurityScreen() {
  const { t } = useLingui();
  useTitle(t`Security`);
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(secondFactorQuery());
  const [step, setStep] = useState<Step>('state');
  const renewed = () => client.invalidateQueries({ queryKey: secondFactorQuery().queryKey });
  const done = (next: Step) => {
    setStep(next);
    void renewed();
  };
  return (
    <ProfileFrame title={t`Security`}>
      <section className="panel stack" aria-labelledby="two-step">
        <div className="sec__h">
          <h2 id="two-step">
            <Trans>Two-step login</Trans>
          </h2>
          {data && (
            <Tag tone={data.enabled ? 'own' : 'off'}>
              {data.enabled ? <Trans context="two-step login">On</Trans> : <Trans context="two-step login">Off</Trans>}
            </Tag>
          )}
        </div>
        {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
        {data && step === 'state' && <State factor={data} onStep={setStep} />}
        {step === 'set-up' && <SetUp onDone={(codes) => done({ codes })} onCancel={() => setStep('state')} />}
        {step === 'renew' && (
          <ProofForm
            say={<Trans>New recovery codes replace your old codes.</Trans>}
            action={<Trans>Get new codes</Trans>}
            send={async (proof) => done({ codes: await renewRecoveryCodes(proof) })}
            onCancel={() => setStep('state')}
          />
        )}
        {step === 'remove' && (
          <ProofForm
            say={<Trans>Without it, your password alone opens your account.</Trans>}
            action={<Trans>Turn it off</Trans>}
            danger
            send={async (proof) => {
              await removeSecondFactor(proof);
              await renewed();
              setStep('state');
              await showToast(t`Two-step login is off.`, { type: 'success' });
            }}
            onCancel={() => setStep('state')}
          />
        )}
        {typeof step === 'object' && <RecoveryCodes codes={step.codes} onDone={() => setStep('state')} />}
      </section>
      <Passkeys />
      <ConnectedLogins />
    </ProfileFrame>
  );
}

function State({ factor, onStep }: { factor: SecondFactor; onStep: (step: Step) => void }) {
  const { i18n } = useLingui();
  if (!factor.enabled) {
    return (
      <>
        <p>
          <Trans>
            Log in with your password and a code from an app on your phone. Someone who learns your password still can’t
            get into your account.
          </Trans>
        </p>
        <div className="acts">
          <Button onClick={() => onStep('set-up')}>
            <Trans>Set it up</Trans>
          </Button>
        </div>
      </>
    );
  }
  return (
    <>
      <dl className="lines">
        {factor.since && (
          <div>
            <dt>
              <Trans>On since</Trans>
            </dt>
            <dd>{fullDateText(Date.parse(factor.since) / 1000, i18n.locale as Language, viewerZone())}</dd>
          </div>
        )}
        <div>
          <dt>
            <Trans>Recovery codes left</Trans>
          </dt>
          <dd className="num">{factor.recovery_codes}</dd>
        </div>
      </dl>
      {factor.recovery_codes < 3 && (
        <p className="sec__few">
          <Trans>You’re running low on recovery codes. Get new ones before you need them.</Trans>
        </p>
      )}
      <div className="acts">
        <Button look="line" onClick={() => onStep('renew')}>
          <Trans>New recovery codes</Trans>
        </Button>
        <Button look="danger" onClick={() => onStep('remove')}>
          <Trans>Turn off</Trans>
        </Button>
      </div>
    </>
  );
}
