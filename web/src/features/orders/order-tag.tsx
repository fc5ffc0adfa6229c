import { CircleCheck, RotateCcw } from 'lucide-react';
import type { Order } from '#/api/types';
import type { OrderLabel } from '#/entities/order';
import { Tag, type TagTone } from '#/ui/tag';
import { useOrderTexts } from './labels';

const tones: Record<OrderLabel, TagTone> = {
  paid: 'own',
  active: 'own',
  inactive: 'off',
  refunded: 'off',
  created: 'warn',
  failed: 'warn',
  disputed: 'warn',
  charged_back: 'off',
  refund_owed: 'warn',
};

/** How an order stands, in one word. */
export function OrderTag({ order }: { order: Order }) {
  const { label, text } = useOrderTexts().status(order);
  return (
    <Tag tone={tones[label]}>
      {tones[label] === 'own' && <CircleCheck className="i i-16" aria-hidden="true" />}
      {(label === 'refunded' || label === 'charged_back') && <RotateCcw className="i i-16" aria-hidden="true" />}
      {text}
    </Tag>
  );
}
