import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { applyCoupon } from '#/api/orders';
import type { Discounted, Language } from '#/api/types';
import { Button } from '#/ui/button';
import { useFailureText } from '#/ui/failure-text';
import { TextField } from '#/ui/field';
import { CouponText } from './coupon-text';
import type { Item } from './item';

interface CouponFieldProps {
  item: Item;
  coupon: Discounted | null;
  onCoupon: (coupon: Discounted | null) => void;
  /** Why the code that was applied no longer counts. */
  refusal: string | null;
}

/** A promo code: asked of the server, shown in the sum, taken away again. */
export function CouponField({ item, coupon, onCoupon, refusal }: CouponFieldProps) {
  const { t, i18n } = useLingui();
  const { code, setCode, problem, asking, apply } = useCoupon(item, onCoupon);
  if (coupon) {
    return (
      <p className="coupon__on">
        <span role="status">
          <CircleCheck className="i" aria-hidden="true" />
          <span>
            <CouponText coupon={coupon} lang={i18n.locale as Language} />
          </span>
        </span>
        <Button look="quiet" size="sm" onClick={() => onCoupon(null)}>
          <Trans>Remove</Trans>
        </Button>
      </p>
    );
  }
  return (
    <form className="coupon" noValidate onSubmit={(event) => void apply(event)}>
      <TextField
        label={t`Code`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={problem ?? refusal ?? undefined}
      />
      <Button look="line" type="submit" busy={asking}>
        <Trans>Apply</Trans>
      </Button>
    </form>
  );
}

function useCoupon(item: Item, onCoupon: (coupon: Discounted) => void) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const apply = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = code.trim().toUpperCase();
    if (asking) return;
    if (!wanted) return setProblem(t`Field is required`);
    setAsking(true);
    setProblem(null);
    try {
      onCoupon(await applyCoupon(item.what, wanted));
    } catch (error) {
      setProblem(failureText(error));
    } finally {
      setAsking(false);
    }
  };
  return { code, setCode, problem, asking, apply };
}
