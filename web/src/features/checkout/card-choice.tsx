import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SavedCard } from '#/api/types';
import { brandName } from '#/entities/card';
import { FieldError } from '#/ui/field';
import { Option } from '#/ui/option';
import { Tag } from '#/ui/tag';
import { CardMark } from './card-mark';
import { NEW_CARD, type PayFormReturn, useCardChecks } from './pay-form';

interface CardChoiceProps {
  cards: readonly SavedCard[];
  form: PayFormReturn;
  /** Whether a new card is entered in fields of ours, which may then be empty. */
  entersNumber: boolean;
  /** What becomes of a new card. */
  newNote: ReactNode;
  /** The fields of a new card. */
  children: ReactNode;
}

/** The cards that the provider keeps for the buyer, and a new one. */
export function CardChoice({ cards, form, entersNumber, newNote, children }: CardChoiceProps) {
  const texts = useCardTexts();
  const checks = useCardChecks(entersNumber);
  const problem = form.formState.errors.choice?.message;
  const register = form.register('choice', { validate: checks.choice });
  const isNew = form.watch('choice') === NEW_CARD;
  return (
    <fieldset className="picks" aria-describedby={problem ? 'choice-error' : undefined}>
      <legend className="vh">
        <Trans>Card</Trans>
      </legend>
      {problem && <FieldError id="choice-error">{problem}</FieldError>}
      {cards.map((card) => (
        <Option
          key={card.id}
          value={card.id}
          {...register}
          mark={<CardMark brand={card.brand} />}
          {...texts(card)}
          end={
            card.default && (
              <Tag tone="own">
                <CircleCheck className="i i-16" aria-hidden="true" />
                <Trans>Default</Trans>
              </Tag>
            )
          }
        />
      ))}
      {cards.length > 0 && (
        <Option
          value={NEW_CARD}
          {...register}
          mark={
            <span className="cc" aria-hidden="true">
              <Plus className="i" />
            </span>
          }
          title={<Trans>New card</Trans>}
          about={newNote}
        />
      )}
      {isNew && children}
    </fieldset>
  );
}

/** What a saved card is called, and until when it can be used. */
function useCardTexts(): (card: SavedCard) => { title: string; about: string } {
  const { t } = useLingui();
  return ({ brand, last4, exp_month, exp_year }) => {
    const name = brandName(brand);
    const until = `${String(exp_month).padStart(2, '0')}/${String(exp_year % 100).padStart(2, '0')}`;
    return { title: t`${name} ending in ${last4}`, about: t`Expires ${until}` };
  };
}
