import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ownSubscriptionsQuery } from '#/api/subscriptions';
import { isRunning } from '#/entities/subscription';
import { Skeleton } from '#/ui/skeleton';
import { Empty, LoadError, useSlow } from '#/ui/states';
import { ToOffers } from '#/ui/to-offers';
import type { CardParts } from './parts';
import { PortalLink } from './portal-link';
import { useReturn } from './portal-visit';
import { SubscriptionCard } from './subscription-card';
import './subscriptions.css';

/** What the user subscribes to, and what they did before. */
export function Subscriptions({ parts }: { parts: CardParts }) {
  const refetchInterval = useReturn();
  const { data, error, refetch, isPending } = useQuery({ ...ownSubscriptionsQuery(), refetchInterval });
  const slow = useSlow(isPending);
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return slow ? <Skeleton height={240} /> : null;
  if (data.length === 0) return <NoSubscriptions />;
  const [running, over] = [data.filter(isRunning), data.filter((one) => !isRunning(one))];
  return (
    <div className="subscrs">
      {[...running, ...over].map((one) => (
        <SubscriptionCard key={one.id} one={one} parts={parts} />
      ))}
      <PortalLink />
    </div>
  );
}

function NoSubscriptions() {
  return (
    <Empty
      title={<Trans>You have no subscription</Trans>}
      action={
        <ToOffers>
          <Trans>See the subscriptions</Trans>
        </ToOffers>
      }
    >
      <p>
        <Trans>A subscription gives you access month after month. Cancel here at any time.</Trans>
      </p>
    </Empty>
  );
}
