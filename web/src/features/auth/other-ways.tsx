import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { IdCard } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { hasCode } from '#/api/failure';
import { beginSocial, type SocialProvider } from '#/api/ways';
import { useBootstrap } from '#/lib/channel';
import { rememberPage, returnHref } from '#/lib/return-to';
import { recoverSession } from '#/lib/session';
import { BrandMark } from '#/ui/brand-mark';
import { Button, buttonClass } from '#/ui/button';
import { useFailureText } from '#/ui/failure-text';
import { FieldError } from '#/ui/field';

/** The ways to log in without a password: those of the form around, and those that the channel offers. Nothing where there are none. */
export function OtherWays({ children }: { children?: ReactNode }) {
  const { auth, remoteAuth, channel } = useBootstrap().settings;
  const { t } = useLingui();
  const { begin, going, error } = useBegin();
  const membership = auth.remote_auth === 1 && remoteAuth ? remoteAuth.url : null;
  if (auth.social.length === 0 && !membership && !children) return null;
  return (
    <div className="ways" role="group" aria-label={t`Other ways to log in`}>
      <p className="ways__or">
        <Trans>or</Trans>
      </p>
      {children}
      {auth.social.map((provider) => (
        <Button key={provider} look="line" block busy={going === provider} onClick={() => void begin(provider)}>
          <BrandMark provider={provider} />
          {provider === 'google' ? <Trans>Continue with Google</Trans> : <Trans>Continue with Facebook</Trans>}
        </Button>
      ))}
      {membership && (
        <MembershipLink url={membership}>
          <Trans>Log in with your {channel.name} membership</Trans>
        </MembershipLink>
      )}
      {error && (
        <div role="alert">
          <FieldError>{error}</FieldError>
        </div>
      )}
    </div>
  );
}

function MembershipLink({ url, children }: { url: string; children: ReactNode }) {
  const page = usePageToReturnTo();
  return (
    <a
      className={buttonClass('line', 'md', true)}
      href={membershipHref(url, page())}
      onClick={() => rememberPage(page())}
    >
      <IdCard className="i" aria-hidden="true" />
      {children}
    </a>
  );
}

/** The membership system's address, told where its member wants to go on to. */
export function membershipHref(url: string, returnTo: string): string {
  const [address = '', hash] = url.split('#', 2);
  const joined = `${address}${address.includes('?') ? '&' : '?'}return_to=${encodeURIComponent(returnTo)}`;
  return hash === undefined ? joined : `${joined}#${hash}`;
}

function useBegin() {
  const failureText = useFailureText();
  const page = usePageToReturnTo();
  const [going, setGoing] = useState<SocialProvider | null>(null);
  const [error, setError] = useState('');
  const begin = async (provider: SocialProvider) => {
    setGoing(provider);
    setError('');
    try {
      rememberPage(page());
      location.assign(await beginSocial(provider));
    } catch (failure) {
      // Another tab has logged in, unseen by this one.
      if (hasCode(failure, 'already_logged_in')) await recoverSession();
      setError(failureText(failure));
      setGoing(null);
    }
  };
  return { begin, going, error };
}

/** The page below the log in dialog, or the one from which somebody came to the log in page. */
function usePageToReturnTo(): () => string {
  const router = useRouter();
  return () => {
    const { pathname, searchStr } = router.state.location;
    const query = new URLSearchParams(searchStr);
    if (!query.has('modal')) return returnHref();
    query.delete('modal');
    const rest = query.toString();
    return `${pathname}${rest && `?${rest}`}`;
  };
}
