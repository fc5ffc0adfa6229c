import { Trans, useLingui } from '@lingui/react/macro';
import { type ChangeEvent, useLayoutEffect, useRef } from 'react';
import { useController } from 'react-hook-form';
import { brandName, brandOf, digitsOf, expiryText, securityCodeLength, spaced } from '#/entities/card';
import { TextField } from '#/ui/field';
import { CardMark } from './card-mark';
import { type PayFormReturn, useCardChecks } from './pay-form';

/** The fields of a card for test payments. With keys of Stripe its Payment Element stands here instead. */
export function CardFields({ form }: { form: PayFormReturn }) {
  const { t } = useLingui();
  const checks = useCardChecks();
  const { errors } = form.formState;
  const number = form.watch('number');
  const expiry = useController({ control: form.control, name: 'expiry', rules: { validate: checks.expiry } });
  return (
    <div className="cardform">
      <NumberField form={form} />
      <div className="cardform__pair">
        <TextField
          label={t`Expiry date`}
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder={t`MM / YY`}
          error={errors.expiry?.message}
          {...expiry.field}
          onChange={(event) => expiry.field.onChange(expiryText(event.target.value, expiry.field.value))}
        />
        <TextField
          label={t`Security code`}
          inputMode="numeric"
          autoComplete="cc-csc"
          maxLength={securityCodeLength(number)}
          error={errors.cvc?.message}
          hint={
            brandOf(number) === 'amex' ? (
              <Trans>4 digits on the front of the card</Trans>
            ) : (
              <Trans>3 digits on the back of the card</Trans>
            )
          }
          {...form.register('cvc', { validate: checks.cvc })}
        />
      </div>
      <TextField
        label={t`Name on the card`}
        autoComplete="cc-name"
        autoCapitalize="words"
        spellCheck={false}
        maxLength={100}
        error={errors.name?.message}
        {...form.register('name', { validate: checks.name })}
      />
    </div>
  );
}

/** The number in its groups, with the brand beside it. The caret stays behind the digit that was typed. */
function NumberField({ form }: { form: PayFormReturn }) {
  const { t } = useLingui();
  const checks = useCardChecks();
  const { field, fieldState } = useController({
    control: form.control,
    name: 'number',
    rules: { validate: checks.number },
  });
  const input = useRef<HTMLInputElement | null>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== input.current) return;
    const at = positionAfter(field.value, caret.current);
    input.current?.setSelectionRange(at, at);
    caret.current = null;
  });
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    caret.current = digitsOf(target.value.slice(0, target.selectionStart ?? target.value.length)).length;
    field.onChange(spaced(target.value));
  };
  const brand = brandOf(field.value);
  return (
    <TextField
      label={t`Card number`}
      inputMode="numeric"
      autoComplete="cc-number"
      spellCheck={false}
      placeholder="1234 1234 1234 1234"
      error={fieldState.error?.message}
      {...field}
      ref={(element) => {
        input.current = element;
        field.ref(element);
      }}
      onChange={onChange}
    >
      <span className="cardform__brand">
        <CardMark brand={brand} />
        <span className="vh" role="status">
          {brandName(brand)}
        </span>
      </span>
    </TextField>
  );
}

/** Where the caret stands behind so many digits. */
function positionAfter(text: string, digits: number): number {
  let seen = 0;
  for (let at = 0; at < text.length; at++) {
    if (seen === digits) return at;
    if (/\d/.test(text.charAt(at))) seen++;
  }
  return text.length;
}
