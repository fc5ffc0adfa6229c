import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useBootstrap } from '#/lib/channel';
import { askAgain, useConsent } from '#/lib/consent';
import { useHasContent } from '#/lib/has-content';
import { serverNow } from '#/lib/server-clock';
import { AppLink } from '#/ui/link';
import { StaticBlock } from '#/ui/static-block';
import { Logo } from './logo';

const legal = new Set(['privacy_policy', 'terms_conditions']);

export function Footer() {
  const { pages, settings } = useBootstrap();
  const { name } = settings.channel;
  const measured = useConsent((state) => state.measured);
  const isLegal = (page: { url: string }) => legal.has(page.url.replace(/^\//, ''));
  const links = pages.map((page) => ({ ...page, href: `/${page.url.replace(/^\//, '')}` }));
  return (
    <footer className="foot">
      <div className="wrap">
        <div className="foot__g">
          <div>
            <Logo />
            <StaticBlock name="footer_note" className="foot__note" />
          </div>
          <Column title={<Trans>Watch</Trans>}>
            <FootLink href="/live">
              <Trans>Live now</Trans>
            </FootLink>
            <FootLink href="/schedule">
              <Trans>Schedule</Trans>
            </FootLink>
            <FootLink href="/vod">
              <Trans>On demand</Trans>
            </FootLink>
            <FootLink href="/packages">
              <Trans>Passes</Trans>
            </FootLink>
          </Column>
          <Column title={<Trans>Help</Trans>}>
            {links
              .filter((page) => !isLegal(page))
              .map((page) => (
                <FootLink key={page.id} href={page.href}>
                  {page.name}
                </FootLink>
              ))}
            <FootLink href="/faq">
              <Trans>Questions and answers</Trans>
            </FootLink>
            <FootLink href="/contacts">
              <Trans>Contact us</Trans>
            </FootLink>
          </Column>
          <Column title={<Trans>Legal</Trans>}>
            <FootLink href="/terms_conditions">
              <Trans>Terms and conditions</Trans>
            </FootLink>
            <FootLink href="/privacy_policy">
              <Trans>Privacy policy</Trans>
            </FootLink>
            {measured && (
              <li>
                <button type="button" onClick={askAgain}>
                  <Trans>Cookie choice</Trans>
                </button>
              </li>
            )}
          </Column>
        </div>
        <div className="foot__end">
          <span>
            © {new Date(serverNow()).getFullYear()} {name}
          </span>
        </div>
      </div>
    </footer>
  );
}

function Column({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div>
      <h2>{title}</h2>
      <ul>{children}</ul>
    </div>
  );
}

/** A link of the footer; none where the channel has nothing to show there. */
function FootLink({ href, children }: { href: string; children: ReactNode }) {
  if (!useHasContent(href)) return null;
  return (
    <li>
      <AppLink href={href}>{children}</AppLink>
    </li>
  );
}
