import type { Base } from '#/entities/offer';
import { type Extra, extraOf } from './item';
import type { BuyProps, Extras } from './parts';

/** The add-ons that fit what is bought, and those of them that the address has chosen. */
export function extrasOf({ addOnsTo, search, onAdd }: BuyProps, base: Base): { choice: Extras; extras: Extra[] } {
  const offered = addOnsTo(base);
  const taken = offered.map(({ product }) => product).filter(({ id }) => search.add?.includes(id));
  const chosen = taken.map(({ id }) => id);
  const onChange = (id: number, on: boolean) => onAdd(on ? [...chosen, id] : chosen.filter((other) => other !== id));
  return { choice: { offered, chosen, onChange }, extras: taken.map(extraOf) };
}
