import type { Base } from '#/entities/offer';
import { type ItemAddOn, itemAddOn } from './item';
import type { AddOnSelection, BuyProps } from './parts';

/** Returns the add-ons that can be bought with a base, and those among them that the address names. */
export function selectAddOns(
  { addOnsTo, search, onAdd }: BuyProps,
  base: Base,
): { selection: AddOnSelection; addOns: ItemAddOn[] } {
  const offered = addOnsTo(base);
  const taken = offered.map(({ product }) => product).filter(({ id }) => search.add?.includes(id));
  const chosen = taken.map(({ id }) => id);
  const onChange = (id: number, on: boolean) => onAdd(on ? [...chosen, id] : chosen.filter((other) => other !== id));
  return { selection: { offered, chosen, onChange }, addOns: taken.map(itemAddOn) };
}
