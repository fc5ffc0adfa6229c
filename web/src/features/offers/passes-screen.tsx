import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import type { Category, ParticipantGroup, Product } from '#/api/types';
import { topSports } from '#/entities/category';
import { covers } from '#/entities/offer';
import type { PassSearch } from '#/entities/pass-search';
import { useTitle } from '#/lib/channel';
import { announce } from '#/ui/announcer';
import { Button } from '#/ui/button';
import { Chip } from '#/ui/chip';
import { Empty } from '#/ui/states';
import { OfferCard, TeamPassCard } from './offer-card';
import { OfferTabs } from './offer-tabs';
import { SaleNote } from './sale-note';
import { type Shop, useShop } from './use-shop';
import './offers.css';

interface PassesProps {
  search: PassSearch;
  onChange: (search: PassSearch) => void;
}

/** The passes, narrowed to one sport or school. */
export function PassesScreen({ search, onChange }: PassesProps) {
  const { t } = useLingui();
  useTitle(t`Passes`);
  const shop = useShop();
  const sports = topSports(shop.categories);
  const sport = sports.find((one) => isNamed(one.alias, one.title, search.sport));
  const school = shop.schools.find((one) => isNamed(one.alias, one.name, search.school));
  const fits = (product: Product) => covers(shop.coverage(product), sport, school);
  const passes = shop.on.passes.filter(fits);
  const teamPasses = shop.on.teamPasses.filter(fits);
  const count = passes.length + teamPasses.length;
  useSpokenCount(count);
  return (
    <div className="wrap page">
      <div className="page__h">
        <h1>
          <Trans>Passes</Trans>
        </h1>
      </div>
      <OfferTabs />
      <Filters
        shop={shop}
        sports={sports}
        sport={sport}
        school={school}
        onSport={(alias) => onChange(withChange(search, 'sport', alias))}
        onSchool={(alias) => onChange(withChange(search, 'school', alias))}
      />
      <h2 className="offers__n">
        <Plural value={count} one="# pass" other="# passes" />
      </h2>
      {count === 0 && <NoPass onAll={() => onChange({})} />}
      <ul className="offers">
        {passes.map((product) => (
          <li key={product.id}>
            <OfferCard
              product={product}
              coverage={shop.coverage(product)}
              onHold={shop.onHold(product) !== undefined}
            />
          </li>
        ))}
      </ul>
      <ul className="teampasses">
        {teamPasses.map((product) => (
          <li key={product.id}>
            <TeamPassCard
              product={product}
              coverage={shop.coverage(product)}
              schools={shop.schools}
              onHold={shop.onHold(product) !== undefined}
            />
          </li>
        ))}
      </ul>
      <SaleNote />
    </div>
  );
}

function isNamed(alias: string, name: string, wanted: string | undefined): boolean {
  const low = wanted?.toLowerCase();
  return low !== undefined && (alias.toLowerCase() === low || name.toLowerCase() === low);
}

function withChange(search: PassSearch, name: keyof PassSearch, alias: string): PassSearch {
  const { [name]: _, ...rest } = search;
  return alias ? { ...rest, [name]: alias } : rest;
}

/** Says how many there are after a choice, not on arrival. */
function useSpokenCount(count: number): void {
  const { t } = useLingui();
  const said = useRef(count);
  useEffect(() => {
    if (said.current === count) return;
    said.current = count;
    announce(t`${plural(count, { one: '# pass', other: '# passes' })}`);
  }, [count, t]);
}

interface FiltersProps {
  shop: Shop;
  sports: readonly Category[];
  sport: Category | undefined;
  school: ParticipantGroup | undefined;
  onSport: (alias: string) => void;
  onSchool: (alias: string) => void;
}

function Filters({ shop, sports, sport, school, onSport, onSchool }: FiltersProps) {
  const { t } = useLingui();
  return (
    <div className="offers__f">
      {sports.length > 1 && (
        <fieldset className="chips" aria-label={t`Sport`}>
          <Chip pressed={!sport} onPress={() => onSport('')}>
            <Trans>All sports</Trans>
          </Chip>
          {sports.map((one) => (
            <Chip key={one.id} pressed={one === sport} onPress={() => onSport(one === sport ? '' : one.alias)}>
              {one.title}
            </Chip>
          ))}
        </fieldset>
      )}
      {shop.schools.length > 1 && (
        <label className="field offers__s">
          <span className="label">
            <Trans>School</Trans>
          </span>
          <select className="in" value={school?.alias ?? ''} onChange={(event) => onSchool(event.target.value)}>
            <option value="">{t`All schools`}</option>
            {shop.schools.map((one) => (
              <option key={one.id} value={one.alias}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}

function NoPass({ onAll }: { onAll: () => void }) {
  return (
    <Empty
      title={<Trans>No pass covers this</Trans>}
      action={
        <Button look="line" onClick={onAll}>
          <Trans>Show all passes</Trans>
        </Button>
      }
    />
  );
}
