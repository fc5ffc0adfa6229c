import { Plural, Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { OwnSubscription, ParticipantGroup, Product } from '#/api/types';
import { isBought } from '#/entities/choice';
import { safeColour } from '#/entities/colour';
import type { Coverage } from '#/entities/offer';
import { buttonClass } from '#/ui/button';
import { Crest } from '#/ui/crest';
import { PriceTag } from '#/ui/price-tag';
import { ProductPicture } from '#/ui/product-picture';
import { Tag } from '#/ui/tag';
import { Facts, Price, useTrialDays } from './texts';

interface CardProps {
  product: Product;
  coverage: Coverage;
  /** Whole percent saved against paying monthly. */
  saving?: number;
  addOn?: boolean;
  /** The user's running subscription to it. */
  own?: OwnSubscription | undefined;
  /** Bought, and its payment is under dispute. */
  onHold?: boolean;
}

/** One thing on sale with everything that decides: what it opens, what it costs, how it goes on. */
export function OfferCard({ product, coverage, saving = 0, addOn = false, own, onHold = false }: CardProps) {
  return (
    <article className="offer">
      <ProductPicture product={product} className="offer__img" lazy />
      <div className="offer__in">
        <Tags product={product} saving={saving} addOn={addOn} own={own} onHold={onHold} />
        <h3>
          <OfferLink product={product} own={own !== undefined && !onHold} />
        </h3>
        <Description html={product.description} />
        <Facts product={product} coverage={coverage} />
        <div className="offer__end">
          <Price product={product} />
          <Choose own={own !== undefined && !onHold} />
        </div>
      </div>
    </article>
  );
}

function Tags({ product, saving = 0, addOn, own, onHold }: Omit<CardProps, 'coverage'>) {
  const days = useTrialDays(product);
  const bought = isBought(product) || own !== undefined || onHold;
  if (!bought && !addOn && days === 0 && saving === 0) return null;
  return (
    <p className="offer__tags">
      {onHold ? <OnHoldTag /> : bought && <OwnTag own={own} />}
      {addOn && (
        <Tag tone="warn">
          <Trans>Add-on</Trans>
        </Tag>
      )}
      {days > 0 && !bought && (
        <Tag tone="price">
          <Plural value={days} one="# day free" other="# days free" />
        </Tag>
      )}
      {saving > 0 && (
        <Tag tone="price">
          <Trans>Save {saving}%</Trans>
        </Tag>
      )}
    </p>
  );
}

function OnHoldTag() {
  return (
    <Tag tone="warn">
      <Trans>On hold</Trans>
    </Tag>
  );
}

/** That it is the user's, and whether that goes on by itself. */
function OwnTag({ own }: { own: OwnSubscription | undefined }) {
  return (
    <>
      <Tag tone="own">
        <CircleCheck className="i i-16" aria-hidden="true" />
        {own ? <Trans>Subscribed</Trans> : <Trans>Yours</Trans>}
      </Tag>
      {own?.past_due && (
        <Tag tone="warn">
          <Trans>Renewal not paid</Trans>
        </Tag>
      )}
      {own?.auto_renew === 'cancelled' && (
        <Tag tone="off">
          <Trans>Renewal cancelled</Trans>
        </Tag>
      )}
    </>
  );
}

/** Leads to what is sold, or to the user's own subscription to it. */
export function OfferLink({ product, own = false }: { product: Product; own?: boolean }) {
  if (own)
    return (
      <Link className="card__hit" to="/profile/subscriptions">
        {product.name}
      </Link>
    );
  return (
    <Link className="card__hit" to="/select-package/$id" params={{ id: String(product.id) }}>
      {product.name}
    </Link>
  );
}

/** Says that the card leads on; the card itself is the link. */
function Choose({ own }: { own: boolean }) {
  return (
    <span className={buttonClass('line', 'sm')} aria-hidden="true">
      {own ? <Trans>Manage</Trans> : <Trans context="button">Choose</Trans>}
    </span>
  );
}

export function Description({ html }: { html: string }) {
  if (!html) return null;
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server when it is written
    <div className="offer__d" dangerouslySetInnerHTML={{ __html: html }} />
  );
}

/** A pass for the teams of one school: there are many, so they are small. */
export function TeamPassCard({
  product,
  coverage,
  schools,
  onHold = false,
}: {
  product: Product;
  coverage: Coverage;
  schools: readonly ParticipantGroup[];
  onHold?: boolean;
}) {
  const id = coverage.kind === 'teams' ? coverage.school?.id : undefined;
  const school = schools.find((one) => one.id === id);
  return (
    <article className="teampass" style={{ '--c': safeColour(school?.color ?? '') } as CSSProperties}>
      {school && <Crest of={school} />}
      <div className="teampass__t">
        <h3>
          <OfferLink product={product} />
        </h3>
        <p>
          {onHold ? (
            <Trans>On hold</Trans>
          ) : isBought(product) ? (
            <Trans>Yours</Trans>
          ) : product.choice === 'participant' ? (
            <Trans>One team of your choice</Trans>
          ) : (
            <Plural value={product.participants.length} one="# team" other="# teams" />
          )}
        </p>
      </div>
      <PriceTag of={product} />
    </article>
  );
}
