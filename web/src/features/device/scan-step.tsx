import { Trans } from '@lingui/react/macro';

interface ScanStepProps {
  /** The host and path of the page, as a user types them. */
  address: string;
}

/** The first step of the list beside a QR code. */
export function ScanStep({ address }: ScanStepProps) {
  return (
    <li>
      <span>
        <Trans>
          Scan the code with your phone, or open <b className="tv__where">{address}</b> there.
        </Trans>
      </span>
    </li>
  );
}
