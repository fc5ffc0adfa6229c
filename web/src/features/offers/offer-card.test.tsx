import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { session } from '#/lib/session';
import { aProfile } from '#/testing/bootstrap';
import { anOwnSubscription, aProduct, aSubscriptionOffer } from '#/testing/orders';
import { renderScreen } from '#/testing/render';
import { OfferCard, TeamPassCard } from './offer-card';

const everything = { kind: 'everything' } as const;
const held = aSubscriptionOffer({ purchased: true });

afterEach(() => session.setState({ user: null }));

describe('a subscription on sale', () => {
  it('states its price, how often it is paid, and its trial', async () => {
    await renderScreen(<OfferCard product={aSubscriptionOffer()} coverage={everything} />);
    expect(await screen.findByText('7 days free')).toBeVisible();
    expect(screen.getByText('$13.27').closest('p')).toHaveTextContent(/^CAD \$13\.27\/month$/);
    expect(screen.getByText('Renews every 30 days until you cancel')).toBeVisible();
  });

  it('offers no trial to whom had one', async () => {
    session.setState({ user: aProfile({ trial_period_used: true }) });
    await renderScreen(<OfferCard product={aSubscriptionOffer()} coverage={everything} />);
    expect(await screen.findByRole('heading', { name: 'All access, monthly' })).toBeVisible();
    expect(screen.queryByText(/free/)).toBeNull();
  });

  it('says that it is held', async () => {
    await renderScreen(<OfferCard product={held} coverage={everything} own={anOwnSubscription()} />);
    expect(await screen.findByText('Subscribed')).toBeVisible();
    expect(screen.queryByText('Renewal cancelled')).toBeNull();
  });

  it('says that its renewal is cancelled', async () => {
    await renderScreen(
      <OfferCard product={held} coverage={everything} own={anOwnSubscription({ auto_renew: 'cancelled' })} />,
    );
    expect(await screen.findByText('Renewal cancelled')).toBeVisible();
  });
});

it('a subscription whose renewal is not paid says so, also once it opens nothing', async () => {
  const unpaid = anOwnSubscription({ status: 'inactive', past_due: true });
  await renderScreen(<OfferCard product={aSubscriptionOffer()} coverage={everything} own={unpaid} />);
  expect(await screen.findByText('Renewal not paid')).toBeVisible();
  expect(screen.queryByText('7 days free')).toBeNull();
});

it('a pass states its price', async () => {
  await renderScreen(<OfferCard product={aProduct({ currency: 'USD' })} coverage={everything} />);
  const amount = await screen.findByText('$69.91');
  expect(amount.closest('p')).toHaveTextContent(/^USD \$69\.91$/);
});

it('a team pass states its price', async () => {
  await renderScreen(<TeamPassCard product={aProduct()} coverage={everything} schools={[]} />);
  expect(await screen.findByText('CAD $69.91')).toBeVisible();
});

it('a pass says the last day that it covers, as the channel counts days', async () => {
  const pass = aProduct({ ends_at: '2027-07-01T04:00:00Z' }); // midnight in Eastern Time
  await renderScreen(<OfferCard product={pass} coverage={everything} />);
  expect(await screen.findByText('Valid until June 30, 2027')).toBeVisible();
});
