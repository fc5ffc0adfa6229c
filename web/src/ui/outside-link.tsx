import type { MouseEvent, ReactNode } from 'react';

interface OutsideLinkProps {
  /** Path on the channel's own site. */
  href: string;
  className: string;
  children: ReactNode;
}

/**
 * A link from a player on another site to a page of the channel, in a new tab. A sandboxed frame with an opaque origin may
 * often open no tab: WordPress is asked to open the page, and on other sites the address can be read and copied.
 */
export function OutsideLink({ href, className, children }: OutsideLinkProps) {
  const address = new URL(href, location.href).href;
  const secret = wordPressSecret();
  const askWordPress = (click: MouseEvent) => {
    if (secret === null) return;
    click.preventDefault();
    window.parent.postMessage({ message: 'link', secret, value: address }, '*');
  };
  return (
    <>
      <a className={className} href={href} target="_blank" rel="noopener" onClick={askWordPress}>
        {children}
      </a>
      {isOpaque() && secret === null && <p className="embed__at">{address.replace(/^https?:\/\//, '')}</p>}
    </>
  );
}

/** Whether the page is in a sandboxed frame without `allow-same-origin`. */
function isOpaque(): boolean {
  return window.origin === 'null';
}

/**
 * The secret of this frame that WordPress adds to the address of a sandboxed frame, `#?secret=…`; null on other sites. WordPress
 * opens a page of the frame's host for a message with it (wp-includes/js/wp-embed.js).
 */
function wordPressSecret(): string | null {
  return isOpaque() ? (/^#\?secret=([a-zA-Z0-9]+)$/.exec(location.hash)?.[1] ?? null) : null;
}
