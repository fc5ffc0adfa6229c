import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { LogIn, Ticket } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EventPackage } from '#/api/types';
import { renewalOf } from '#/entities/offer';
import { useUser } from '#/lib/session';
import { buttonClass } from './button';
import { AppLink } from './link';
import { PriceTag } from './price-tag';
import { useRenewalText } from './renewal-text';
import './stage.css';

/** What anyone with an account may watch. Both ways lead back to the page, which then plays. */
export function LoginBox({ children }: { children: ReactNode }) {
  return (
    <div className="buybox">
      <h2 className="h-sec">
        <Trans>Free with an account</Trans>
      </h2>
      <p className="buybox__p">{children}</p>
      <Link to="/login" className={buttonClass('primary', 'lg', true)}>
        <LogIn className="i" aria-hidden="true" />
        <Trans context="button">Log in to watch</Trans>
      </Link>
      <p className="buybox__foot">
        <Trans>
          No account yet?{' '}
          <Link to="/registration" className="link">
            Create one
          </Link>
          , it takes a minute.
        </Trans>
      </p>
    </div>
  );
}

interface PurchaseBoxProps {
  title: ReactNode;
  /** What it costs, or what it takes. */
  children: ReactNode;
  /** Where it is bought by itself, with the price on the button. */
  buy?: { href: string; price: string } | undefined;
  passesTitle: ReactNode;
  passes: EventPackage[];
  /** Where one of them is chosen. */
  hrefOf: (pass: EventPackage) => string;
  /** A way to more passes than are shown. */
  more?: ReactNode;
}

/** What it takes to watch something that costs: its price, and the passes that include it. */
export function PurchaseBox({ title, children, buy, passesTitle, passes, hrefOf, more }: PurchaseBoxProps) {
  const user = useUser();
  return (
    <div className="buybox">
      <h2 className="h-sec">{title}</h2>
      {children}
      {buy && <BuyLink {...buy} />}
      {passes.length > 0 && (
        <>
          <h3 className="buybox__h">{passesTitle}</h3>
          <Passes passes={passes} hrefOf={hrefOf} />
          {more}
        </>
      )}
      {!user && (
        <p className="buybox__foot">
          <Trans>
            Already paid?{' '}
            <Link to="/login" className="link">
              Log in
            </Link>
          </Trans>
        </p>
      )}
    </div>
  );
}

function BuyLink({ href, price }: { href: string; price: string }) {
  return (
    <AppLink className={buttonClass('primary', 'lg', true)} href={href}>
      <Ticket className="i" aria-hidden="true" />
      <Trans>Buy for {price}</Trans>
    </AppLink>
  );
}

function Passes({ passes, hrefOf }: Pick<PurchaseBoxProps, 'passes' | 'hrefOf'>) {
  return (
    <ul className="incl">
      {passes.map((offer) => (
        <li key={offer.id}>
          <span>
            <AppLink className="incl__l" href={hrefOf(offer)}>
              {offer.name}
            </AppLink>
            <PassKind offer={offer} />
          </span>
          <PriceTag of={offer} />
        </li>
      ))}
    </ul>
  );
}

/** How long it lasts, or how often it is paid. */
function PassKind({ offer }: { offer: EventPackage }) {
  const { t } = useLingui();
  const every = useRenewalText()(renewalOf(offer));
  const spans: Partial<Record<EventPackage['type'], string>> = {
    annual: t`A whole year`,
    season: t`The whole season`,
    month: t`30 days`,
    monthly: t`30 days`,
  };
  const kind = offer.is_team_pass ? t`All of the team’s games` : every ? t`Renews ${every}` : spans[offer.type];
  return kind ? <span>{kind}</span> : null;
}
