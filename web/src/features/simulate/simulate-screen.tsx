import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { EventDetail } from '#/api/types';
import { useTitle } from '#/lib/channel';
import { Chip } from '#/ui/chip';
import { Empty } from '#/ui/states';
import { materialQuery } from './material';
import { inState, isState, type StateName, stateNames } from './states';
import './simulate.css';
import { serverNow } from '#/lib/server-clock';

interface SimulateProps {
  /** As the address has it; what is no state shows the first. */
  state: string | undefined;
  onState: (state: StateName) => void;
  /** The watch screen of an event. The route file puts it in. */
  watch: (event: EventDetail, state: StateName) => ReactNode;
}

/** The watch screen in each of its states, for people who set a channel up. Nothing here changes anything. */
export function SimulateScreen({ state: asked, onState, watch }: SimulateProps) {
  const state = isState(asked) ? asked : 'upcoming';
  const { t } = useLingui();
  useTitle(t`Watch screen preview`);
  const client = useQueryClient();
  const material = useSuspenseQuery(materialQuery(client)).data;
  const event = useMemo(() => material && inState(state, material, serverNow()), [material, state]);
  return (
    <>
      <section className="sim" aria-label={t`Watch screen preview`}>
        <div className="wrap">
          <p className="sim__t">
            <b>
              <Trans>Watch screen preview</Trans>
            </b>{' '}
            <span>
              <Trans>With recorded test media and sample prices. Nothing here is sold or sent.</Trans>
            </span>
          </p>
          <States state={state} onState={onState} />
        </div>
      </section>
      {event ? (
        watch(event, state)
      ) : (
        <div className="wrap page">
          <h1 className="vh">
            <Trans>Watch screen preview</Trans>
          </h1>
          <Empty title={<Trans>Plan a first event to see its watch screen here</Trans>} />
        </div>
      )}
    </>
  );
}

function States({ state, onState }: { state: StateName; onState: (state: StateName) => void }) {
  const { t } = useLingui();
  const names: Record<StateName, string> = {
    upcoming: t`Upcoming`,
    live: t({ message: 'Live', context: 'state' }),
    starting: t`Live, no picture yet`,
    finished: t`Finished`,
    login: t`No access: log in`,
    purchase: t`No access: not bought`,
    ppv: t`No access: pay-per-view`,
    blocked: t`Blocked region`,
    processing: t`Recording in preparation`,
    unrecorded: t`No recording`,
    error: t`Player error`,
  };
  return (
    <fieldset className="chips" aria-label={t`State of the screen`}>
      {stateNames.map((name) => (
        <Chip key={name} pressed={name === state} onPress={() => onState(name)}>
          {names[name]}
        </Chip>
      ))}
    </fieldset>
  );
}
