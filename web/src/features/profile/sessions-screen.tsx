import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { endOtherSessions, endSession } from '#/api/account';
import { ownSessionsQuery } from '#/api/own-sessions';
import type { OwnSession } from '#/api/types';
import { useTitle } from '#/lib/channel';
import { Button, buttonClass } from '#/ui/button';
import { useFailureText } from '#/ui/failure-text';
import { AppLink } from '#/ui/link';
import { openPopup } from '#/ui/popup';
import { Skeleton } from '#/ui/skeleton';
import { LoadError } from '#/ui/states';
import { showToast } from '#/ui/toast';
import { ProfileFrame } from './profile-frame';
import { SessionRow } from './session-row';

/** Where the user is logged in, each with the way out. */
export function SessionsScreen() {
  const { t } = useLingui();
  useTitle(t`Devices`);
  const { data, error, refetch } = useQuery(ownSessionsQuery());
  const { endOne, endOthers } = useEnd(data ?? []);
  return (
    <ProfileFrame title={t`Devices`}>
      <section className="devs" aria-labelledby="places">
        <div className="devs__h">
          <div>
            <h2 id="places">
              <Trans>Where you are logged in</Trans>
            </h2>
            <p className="muted">
              <Trans>Log out any device you don’t recognize, then change your password.</Trans>
            </p>
          </div>
          <div className="acts">
            <AppLink className={buttonClass('line', 'sm')} href="/profile/device">
              <Trans>Link a device</Trans>
            </AppLink>
            {data && data.length > 1 && (
              <Button look="danger" size="sm" onClick={() => void endOthers()}>
                <Trans>Log out everywhere else</Trans>
              </Button>
            )}
          </div>
        </div>
        {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
        {!error && !data && <Waiting />}
        {data && (
          <ul>
            {data.map((place) => (
              <SessionRow key={place.id} place={place} onEnd={() => void endOne(place)} />
            ))}
          </ul>
        )}
      </section>
    </ProfileFrame>
  );
}

function useEnd(places: OwnSession[]) {
  const { t } = useLingui();
  const client = useQueryClient();
  const failureText = useFailureText();
  const { queryKey } = ownSessionsQuery();
  /** What has ended leaves the list at once; if the server thinks otherwise, the list comes back as it is. */
  const end = async (left: OwnSession[], call: () => Promise<void>, done: string) => {
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, left);
    try {
      await call();
      void showToast(done, { type: 'success' });
    } catch (error) {
      void showToast(failureText(error), { type: 'error' });
    }
    await client.invalidateQueries({ queryKey });
  };
  const endOne = (place: OwnSession) =>
    end(
      places.filter(({ id }) => id !== place.id),
      () => endSession(place.id),
      t`${place.name} is logged out.`,
    );
  const endOthers = async () => {
    const agreed = await openPopup({
      title: t`Log out everywhere else`,
      body: (
        <p>
          <Trans>Only this device stays logged in.</Trans>
        </p>
      ),
      ok: t`Log out everywhere else`,
      danger: true,
    }).then(
      () => true,
      () => false,
    );
    if (!agreed) return;
    await end(
      places.filter(({ current }) => current),
      endOtherSessions,
      t`All other devices are logged out.`,
    );
  };
  return { endOne, endOthers };
}

function Waiting() {
  return (
    <div className="stack" aria-busy="true">
      <Skeleton height={82} />
      <Skeleton height={82} />
    </div>
  );
}
