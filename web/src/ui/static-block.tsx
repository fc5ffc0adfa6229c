import type { ReactNode } from 'react';
import { useBootstrap } from '#/lib/channel';

/** The places for an operator's own words. The server knows the same names: StaticBlockNames of internal/channel. */
export type StaticBlockName = 'footer_note' | 'registration_note' | 'checkout_note' | 'player_help';

interface StaticBlockProps {
  name: StaticBlockName;
  className?: string;
  /** Shown where the operator wrote nothing. */
  children?: ReactNode;
}

/** What the operator wrote for one place of the app. */
export function StaticBlock({ name, className, children = null }: StaticBlockProps) {
  const { static_blocks, settings } = useBootstrap();
  const html = (static_blocks ?? settings.static_blocks)[name];
  if (!html) return children;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server
  return <div className={className} data-block={name} dangerouslySetInnerHTML={{ __html: html }} />;
}
