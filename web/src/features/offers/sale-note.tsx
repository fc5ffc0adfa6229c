import { Trans } from '@lingui/react/macro';
import { StaticBlock } from '#/ui/static-block';

/** The operator's words on prices, else the product's own. */
export function SaleNote({ className = '' }: { className?: string }) {
  return (
    <div className={`offers__note muted ${className}`}>
      <StaticBlock name="checkout_note">
        <p>
          <Trans>All sales are final.</Trans>
        </p>
      </StaticBlock>
    </div>
  );
}
