import { CreditCard } from 'lucide-react';

const marks: Record<string, string> = {
  visa: 'VISA',
  mastercard: 'MC',
  amex: 'AMEX',
  discover: 'DISC',
  diners: 'DC',
  jcb: 'JCB',
  unionpay: 'UP',
};

/** A card's brand as a small plate; decorative, since the brand stands beside it in words. */
export function CardMark({ brand }: { brand: string }) {
  return (
    <span className="cc" aria-hidden="true">
      {marks[brand] ?? <CreditCard className="i" />}
    </span>
  );
}
