import { useLingui } from '@lingui/react/macro';
import { createFileRoute } from '@tanstack/react-router';
import { AskBank } from '#/features/checkout/ask-bank';
import { ChooseCard } from '#/features/checkout/choose-card';
import { ProfileFrame } from '#/features/profile/profile-frame';
import { Subscriptions } from '#/features/subscriptions/subscriptions';
import { useTitle } from '#/lib/channel';
import { loadTexts } from '#/lib/i18n';

export const Route = createFileRoute('/profile/subscriptions')({
  staticData: { kind: 'account', skeleton: 'account', auth: 'user', withoutTicker: true },
  loader: () => loadTexts('account'),
  component: SubscriptionsRoute,
});

function SubscriptionsRoute() {
  const { t } = useLingui();
  useTitle(t`Subscriptions`);
  return (
    <ProfileFrame title={t`Subscriptions`}>
      <Subscriptions parts={{ Picker: ChooseCard, Bank: AskBank }} />
    </ProfileFrame>
  );
}
