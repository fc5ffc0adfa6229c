import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Product } from '#/api/types';
import { renewalOf, type Shelf, yearlySaving } from '#/entities/offer';
import { useTitle } from '#/lib/channel';
import { buttonClass } from '#/ui/button';
import { AppLink } from '#/ui/link';
import { Section } from '#/ui/rail';
import { Empty } from '#/ui/states';
import { OfferCard, TeamPassCard } from './offer-card';
import { OfferTabs } from './offer-tabs';
import { SaleNote } from './sale-note';
import { useShop } from './use-shop';
import './offers.css';

/** Everything the channel sells: subscriptions, passes, team passes, add-ons. */
export function PackagesScreen() {
  const { t } = useLingui();
  useTitle(t`Passes and subscriptions`);
  const { on, own, onHold, coverage, schools } = useShop();
  const nothing = Object.values(on).every((list) => list.length === 0);
  const card = (product: Product, addOn = false) => (
    <li key={product.id}>
      <OfferCard
        product={product}
        coverage={coverage(product)}
        saving={savingOf(product, on)}
        addOn={addOn}
        own={own(product)}
        onHold={onHold(product) !== undefined}
      />
    </li>
  );
  return (
    <>
      <div className="wrap page">
        <div className="page__h">
          <h1>
            <Trans>Passes and subscriptions</Trans>
          </h1>
        </div>
        <OfferTabs />
        {nothing && <NothingSold />}
      </div>
      <Group title={<Trans>Subscriptions</Trans>} items={on.subscriptions} wide>
        {on.subscriptions.map((product) => card(product))}
      </Group>
      <Group title={<Trans>Season passes</Trans>} items={on.passes} more={<PassesLink />}>
        {on.passes.map((product) => card(product))}
      </Group>
      {on.teamPasses.length > 0 && (
        <Section title={<Trans>Team passes</Trans>} count={on.teamPasses.length} more={<PassesLink />}>
          <ul className="teampasses">
            {on.teamPasses.map((product) => (
              <li key={product.id}>
                <TeamPassCard
                  product={product}
                  coverage={coverage(product)}
                  schools={schools}
                  onHold={onHold(product) !== undefined}
                />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Group title={<Trans>Add-ons</Trans>} items={on.addOns} wide>
        {on.addOns.map((product) => card(product, true))}
      </Group>
      <SaleNote className="wrap" />
    </>
  );
}

/** What a yearly subscription saves against the monthly one beside it. */
function savingOf(product: Product, on: Shelf): number {
  if (renewalOf(product) !== 'annual') return 0;
  const monthly = on.subscriptions.find((one) => renewalOf(one) === 'monthly');
  return monthly ? yearlySaving(product, monthly) : 0;
}

interface GroupProps {
  title: ReactNode;
  items: readonly Product[];
  more?: ReactNode;
  /** Two abreast instead of as many as fit. */
  wide?: boolean;
  children: ReactNode;
}

function Group({ title, items, more, wide = false, children }: GroupProps) {
  if (items.length === 0) return null;
  return (
    <Section title={title} more={more}>
      <ul className={wide ? 'offers offers--wide' : 'offers'}>{children}</ul>
    </Section>
  );
}

function PassesLink() {
  return (
    <Link to="/packages/passes">
      <Trans>By sport and school</Trans>
    </Link>
  );
}

function NothingSold() {
  return (
    <Empty
      title={<Trans>Nothing is on sale right now</Trans>}
      action={
        <AppLink className={buttonClass('line')} href="/schedule">
          <Trans>See the schedule</Trans>
        </AppLink>
      }
    />
  );
}
