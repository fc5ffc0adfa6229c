import { Select, Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck } from 'lucide-react';
import type { Product } from '#/api/types';
import { type Choosable, chosenOf, isBought, narrowed, wantedFor } from '#/entities/choice';
import { alternatives, buyHref, isAddOn, renewalOf } from '#/entities/offer';
import { priceText, total } from '#/entities/price';
import type { Origin, Wanted } from '#/entities/wanted';
import { useTitle } from '#/lib/channel';
import { Button, buttonClass } from '#/ui/button';
import { Crest } from '#/ui/crest';
import { AppLink } from '#/ui/link';
import { OnHoldNote } from '#/ui/on-hold';
import { PassNotFound } from '#/ui/pass-not-found';
import { PriceLines } from '#/ui/price-lines';
import { ProductPicture } from '#/ui/product-picture';
import { useRenewalText } from '#/ui/renewal-text';
import { Description } from './offer-card';
import { OptionList } from './option-list';
import { PartList } from './part-list';
import { Facts, useLanguage, useTrialDays } from './texts';
import { type Shop, useShop } from './use-shop';
import './offers.css';

interface SelectProps {
  /** Of the package or subscription the address names. */
  id: number;
  /** Chosen instead of it. */
  option: number | undefined;
  /** The part of it that is wanted, where it is bought in parts. */
  wanted: Wanted;
  /** What the buyer wants to watch with it. */
  origin: Origin;
  onChoose: (id: number, wanted: Wanted) => void;
}

/** Choosing one product: its options, what it includes, its price with taxes, and one button. */
export function SelectScreen({ id, option, ...choice }: SelectProps) {
  const shop = useShop();
  const all = [...shop.on.subscriptions, ...shop.on.passes, ...shop.on.teamPasses, ...shop.on.addOns];
  const named = all.find((product) => product.id === id);
  if (!named) return <PassNotFound />;
  const options = alternatives(named, shop.on);
  const product = options.find((one) => one.id === option) ?? named;
  return <Selection product={product} options={options} shop={shop} {...choice} />;
}

interface SelectionProps extends Pick<SelectProps, 'wanted' | 'origin' | 'onChoose'> {
  product: Product;
  options: Product[];
  shop: Shop;
}

function Selection({ product, options, shop, wanted, origin, onChoose }: SelectionProps) {
  useTitle(product.name);
  const parts = shop.parts(product);
  const chosen = chosenOf(product, parts, wanted, shop.categories);
  const bought = narrowed(product, chosen);
  return (
    <div className="wrap page select">
      <div className="select__h">
        <AppLink className="link" href="/packages">
          <Trans>All passes and subscriptions</Trans>
        </AppLink>
        <h1>{product.name}</h1>
        <Description html={product.description} />
      </div>
      <div className="select__o">
        {options.length > 1 && (
          <OptionList options={options} chosen={product} shop={shop} onChoose={(id) => onChoose(id, {})} />
        )}
        {parts.length > 0 && (
          <PartList
            key={product.id}
            product={product}
            parts={parts}
            chosen={chosen}
            schools={shop.schools}
            onChoose={(part) => onChoose(product.id, wantedFor(product, part))}
          />
        )}
      </div>
      <aside className="panel select__p" aria-labelledby="summary">
        <h2 id="summary">
          <Trans>What you get</Trans>
        </h2>
        <ProductPicture product={product} className="select__img" />
        {chosen && <Chosen part={chosen} />}
        <Facts product={bought} coverage={shop.coverage(bought)} />
        <Sum product={product} />
        <Buy product={product} shop={shop} parts={parts} chosen={chosen} origin={origin} />
      </aside>
    </div>
  );
}

/** The price as lines that add up, and what a trial makes of them today. */
function Sum({ product }: { product: Product }) {
  const { base_price, service_fee, currency } = product;
  const trial = useTrialDays(product) > 0;
  const lang = useLanguage();
  const every = useRenewalText()(renewalOf(product));
  return (
    <PriceLines
      name={<Trans>Price</Trans>}
      sums={{ base_price, service_fee, discount: 0, price: total(product), currency }}
      stated={priceText(product, lang)}
      every={every}
      today={trial ? { label: <Trans>To pay today, with the free trial</Trans>, amount: 0 } : undefined}
    />
  );
}

function Chosen({ part }: { part: Choosable }) {
  return (
    <p className="select__c">
      {part.team && <Crest of={part.team} />}
      <span>
        <b>{part.name}</b>
        {part.about && <span>{part.about}</span>}
      </span>
    </p>
  );
}

interface BuyProps {
  product: Product;
  shop: Shop;
  parts: readonly Choosable[];
  chosen: Choosable | undefined;
  origin: Origin;
}

/** The one button. It leads to the till. */
function Buy({ product, shop, parts, chosen, origin }: BuyProps) {
  const { t } = useLingui();
  const href = buyHref(product, shop.subscriptions, chosen && wantedFor(product, chosen.id), origin);
  const held = shop.refusal(product, chosen?.id);
  if (held) return <OnHoldNote {...held} />;
  if (isBought(product) || shop.own(product)) return <Bought product={product} shop={shop} />;
  if (parts.length > 0 && !chosen) {
    return (
      <Button size="lg" block disabled>
        {product.choice === 'participant' ? t`Choose a team first` : t`Choose a sport first`}
      </Button>
    );
  }
  return (
    <AppLink className={buttonClass('primary', 'lg', true)} href={href}>
      <Trans context="button">Continue</Trans>
    </AppLink>
  );
}

function Bought({ product, shop }: { product: Product; shop: Shop }) {
  const isSubscription = shop.subscriptions.includes(product);
  const type = isAddOn(product) ? 'addition' : isSubscription ? 'subscription' : 'pass';
  return (
    <>
      <p className="select__own">
        <CircleCheck className="i" aria-hidden="true" />{' '}
        <Trans>
          You already bought this <Select value={type} _addition="add-on" _subscription="subscription" other="pass" />.
        </Trans>
      </p>
      {isSubscription && (
        <AppLink className={buttonClass('line', 'lg', true)} href="/profile/subscriptions">
          <Trans>Manage it</Trans>
        </AppLink>
      )}
    </>
  );
}
