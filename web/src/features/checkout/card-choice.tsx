import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SavedCard } from '#/api/types';
import { brandName } from '#/entities/card';
import { FieldError } from '#/ui/field';
import { Tag } from '#/ui/tag';
import { CardMark } from './card-mark';
import { NEW_CARD, type PayFormReturn, useCardChecks } from './pay-form';

interface CardChoiceProps {
  cards: readonly SavedCard[];
  form: PayFormReturn;
  /** Whether a new card is entered in fields of ours, which may then be empty. */
  entersNumber: boolean;
  /** The fields of a new card. */
  children: ReactNode;
}

/** The cards that the provider keeps for the buyer, and a new one. */
export function CardChoice({ cards, form, entersNumber, children }: CardChoiceProps) {
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
        <label className="pick" key={card.id}>
          <input type="radio" value={card.id} {...register} />
          <CardMark brand={card.brand} />
          <CardText card={card} />
          {card.default && (
            <Tag tone="own">
              <CircleCheck className="i i-16" aria-hidden="true" />
              <Trans>Default</Trans>
            </Tag>
          )}
        </label>
      ))}
      {cards.length > 0 && (
        <label className="pick">
          <input type="radio" value={NEW_CARD} {...register} />
          <span className="cc" aria-hidden="true">
            <Plus className="i" />
          </span>
          <span>
            <b>
              <Trans>New card</Trans>
            </b>
            <span>
              <Trans>Saved for next time, if you want</Trans>
            </span>
          </span>
        </label>
      )}
      {isNew && children}
    </fieldset>
  );
}

function CardText({ card }: { card: SavedCard }) {
  const { t } = useLingui();
  const name = brandName(card.brand);
  const { last4 } = card;
  const until = `${String(card.exp_month).padStart(2, '0')}/${String(card.exp_year % 100).padStart(2, '0')}`;
  return (
    <span>
      <b>{t`${name} ending in ${last4}`}</b>
      <span>{t`Expires ${until}`}</span>
    </span>
  );
}
