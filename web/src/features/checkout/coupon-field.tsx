import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Language } from '#/api/types';
import { Button } from '#/ui/button';
import { TextField } from '#/ui/field';
import { CouponText } from './coupon-text';
import type { Coupon } from './use-coupon';

/** A promo code: asked of the server, shown in the sum, taken away again. */
export function CouponField({ coupon }: { coupon: Coupon }) {
  const { t, i18n } = useLingui();
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  if (coupon.discounted) {
    return (
      <p className="coupon__on">
        <span role="status">
          <CircleCheck className="i" aria-hidden="true" />
          <span>
            <CouponText coupon={coupon.discounted} lang={i18n.locale as Language} />
          </span>
        </span>
        <Button look="quiet" size="sm" onClick={coupon.remove}>
          <Trans>Remove</Trans>
        </Button>
      </p>
    );
  }
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const wanted = code.trim().toUpperCase();
    setMissing(!wanted);
    if (wanted && !coupon.asking) coupon.apply(wanted);
  };
  return (
    <form className="coupon" noValidate onSubmit={apply}>
      <TextField
        label={t`Code`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={missing ? t`Please fill in the input field.` : coupon.refusal}
      />
      <Button look="line" type="submit" busy={coupon.asking}>
        <Trans>Apply</Trans>
      </Button>
    </form>
  );
}
