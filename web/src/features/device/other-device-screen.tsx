import { Trans, useLingui } from '@lingui/react/macro';
import { useTitle } from '#/lib/channel';
import { isOwnPath } from '#/lib/own-path';
import { returnHref } from '#/lib/return-to';
import { buttonClass } from '#/ui/button';
import { AppLink } from '#/ui/link';
import { QrCode } from '#/ui/qr-code';
import { ScanStep } from './scan-step';
import { TvFrame } from './tv-frame';
import { useReturnAfterPurchase } from './use-return-after-purchase';

interface OtherDeviceScreenProps {
  /** The path that this device may not open. */
  to: unknown;
}

/** Sends the user of a device that may only watch, such as a TV, to a phone or a computer to buy or to change the account. */
export function OtherDeviceScreen({ to }: OtherDeviceScreenProps) {
  const { t } = useLingui();
  useTitle(t`Go on with your phone`);
  useReturnAfterPurchase();
  const url = new URL(isOwnPath(to) ? to : '/profile', location.origin);
  const back = returnHref();
  // A path with a query is too long to type. Show the address of the previous page instead: it has the button that leads here.
  const address = url.host + (url.search ? new URL(back, location.origin).pathname : url.pathname);
  return (
    <TvFrame
      title={<Trans>Go on with your phone</Trans>}
      actions={
        <>
          <AppLink className={buttonClass('media', 'lg')} href={back} ref={focus} data-start>
            <Trans>Back</Trans>
          </AppLink>
          <AppLink className={buttonClass('media', 'lg')} href="/">
            <Trans>Home</Trans>
          </AppLink>
        </>
      }
    >
      <div className="tv__cols">
        <div className="tv__lines">
          <p className="tv__say">
            <Trans>
              You can only watch on this screen. Use a phone or a computer to buy or to change your account.
            </Trans>
          </p>
          <ol className="tv__steps">
            <ScanStep address={address} />
            <li>
              <span>
                <Trans>Log in with the same account as here.</Trans>
              </span>
            </li>
            {url.pathname === '/buy' && (
              <li>
                <span>
                  <Trans>After your purchase, this screen returns automatically.</Trans>
                </span>
              </li>
            )}
          </ol>
        </div>
        <QrCode className="tv__qr" text={url.href} label={t`QR code that opens the page on your phone`} />
      </div>
    </TvFrame>
  );
}

/** Focuses the first link, so that a remote control can be used at once. */
function focus(link: HTMLElement | null): void {
  link?.focus();
}
