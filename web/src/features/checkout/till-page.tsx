import { Trans, useLingui } from '@lingui/react/macro';
import type { CSSProperties, ReactNode } from 'react';
import { Empty } from '#/ui/states';
import { ToOffers } from '#/ui/to-offers';

interface TillPageProps {
  /** The line under the heading. */
  subtitle?: ReactNode;
  children: ReactNode;
  style?: CSSProperties | undefined;
}

/** Title and width of every state of the till. */
export function TillPage({ subtitle, children, style }: TillPageProps) {
  return (
    <div className="wrap page till" style={style}>
      <div className="page__h till__h">
        <h1>
          <Trans>Checkout</Trans>
        </h1>
        {subtitle && <p className="muted">{subtitle}</p>}
      </div>
      {children}
    </div>
  );
}

export function NothingChosen() {
  const { t } = useLingui();
  return (
    <TillPage>
      <Empty title={t`id not selected`} action={<ToPasses />}>
        <p>
          <Trans>Nothing is selected yet. Choose what to buy and you’ll come straight back here.</Trans>
        </p>
      </Empty>
    </TillPage>
  );
}

export function ToPasses() {
  return (
    <ToOffers>
      <Trans>See what is on sale</Trans>
    </ToOffers>
  );
}
