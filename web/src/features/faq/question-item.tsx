import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown, Link2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { FaqEntry } from '#/api/types';
import { questionAnchor } from '#/entities/faq';
import { Button } from '#/ui/button';
import { showToast } from '#/ui/toast';

/**
 * One question that opens to its answer. `open` opens it from outside; a reader opens and closes it as they like. The
 * browser itself opens it for a search within the page.
 */
export function QuestionItem({ entry, open }: { entry: FaqEntry; open: boolean }) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (details.current) details.current.open = open;
  }, [open]);
  return (
    <details className="faq__q" id={questionAnchor(entry.id)} ref={details}>
      <summary>
        <h3>{entry.question}</h3>
        <ChevronDown className="i" aria-hidden="true" />
      </summary>
      <div className="faq__a">
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server when it is written and read */}
        <div className="faq__t" dangerouslySetInnerHTML={{ __html: entry.answer }} />
        <CopyLink entry={entry} />
      </div>
    </details>
  );
}

function CopyLink({ entry }: { entry: FaqEntry }) {
  const { t } = useLingui();
  const copy = async () => {
    const url = new URL(`/faq#${questionAnchor(entry.id)}`, location.origin).href;
    try {
      await navigator.clipboard.writeText(url);
      await showToast(t`Link copied`, { type: 'success', id: 'share' });
    } catch {
      await showToast(url, { id: 'share' });
    }
  };
  return (
    <Button look="quiet" size="sm" onClick={() => void copy()}>
      <Link2 className="i" aria-hidden="true" />
      <Trans>Copy link</Trans> <span className="vh">{entry.question}</span>
    </Button>
  );
}
