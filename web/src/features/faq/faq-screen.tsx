import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { faqQuery } from '#/api/queries';
import { type FaqSection, faqSections, searchFaq } from '#/entities/faq';
import { useTitle } from '#/lib/channel';
import { useHasContent } from '#/lib/has-content';
import { announce } from '#/ui/announcer';
import { Button, buttonClass } from '#/ui/button';
import { AppLink } from '#/ui/link';
import { Empty } from '#/ui/states';
import { QuestionItem } from './question-item';
import { useAnchoredQuestion } from './use-anchored-question';
import './faq.css';

/** So many answers or fewer are opened by a search: to be read without another click. */
const opened = 3;
const announcePauseMs = 500;

/** The channel's questions by category, with a search that answers as one types. */
export function FaqScreen() {
  const { t } = useLingui();
  useTitle(t`Questions and answers`);
  const entries = useSuspenseQuery(faqQuery()).data;
  const [wanted, setWanted] = useState('');
  const searching = wanted.trim() !== '';
  const found = searchFaq(entries, wanted);
  const sections = faqSections(found);
  const anchored = useAnchoredQuestion(setWanted);
  useSpokenCount(searching ? found.length : null, wanted);
  return (
    <div className="wrap page faq">
      <div className="faq__h">
        <h1>
          <Trans>Questions and answers</Trans>
        </h1>
        {entries.length > 0 && <SearchField value={wanted} onChange={setWanted} />}
        <p className="muted faq__n" aria-hidden={searching || undefined}>
          {searching && <Plural value={found.length} one="# answer" other="# answers" />}
        </p>
      </div>
      {!searching && sections.length > 1 && <Contents sections={sections} />}
      <div className="faq__list">
        {found.length === 0 && <Nothing searched={searching} onClear={() => setWanted('')} />}
        {sections.map((section, index) => (
          <section key={section.title} aria-label={section.title || t`Questions and answers`}>
            {section.title && <h2 id={sectionAnchor(index)}>{section.title}</h2>}
            {section.entries.map((entry) => (
              <QuestionItem
                key={entry.id}
                entry={entry}
                open={anchored === entry.id || (searching && found.length <= opened)}
              />
            ))}
          </section>
        ))}
        {found.length > 0 && <StillStuck />}
      </div>
    </div>
  );
}

function sectionAnchor(index: number): string {
  return `faq-${index + 1}`;
}

function SearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { t } = useLingui();
  return (
    <form className="faq__find" role="search" onSubmit={(event) => event.preventDefault()}>
      <Search className="i" aria-hidden="true" />
      <input
        className="in"
        type="search"
        aria-label={t`Search the questions`}
        placeholder={t`What would you like to know?`}
        maxLength={100}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </form>
  );
}

/** Says the number of matches once the typing pauses. */
function useSpokenCount(count: number | null, wanted: string): void {
  const { t } = useLingui();
  useEffect(() => {
    if (count === null) return;
    const say = () => announce(t`${plural(count, { one: '# answer for', other: '# answers for' })} ${wanted}`);
    const timer = setTimeout(say, announcePauseMs);
    return () => clearTimeout(timer);
  }, [count, wanted, t]);
}

function Contents({ sections }: { sections: readonly FaqSection[] }) {
  const { t } = useLingui();
  return (
    <nav className="faq__nav" aria-label={t`Topics`}>
      <ul>
        {sections.map((section, index) => (
          <li key={section.title}>
            <a href={`#${sectionAnchor(index)}`}>
              {section.title || t`Other questions`} <span className="cnt">{section.entries.length}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Nothing({ searched, onClear }: { searched: boolean; onClear: () => void }) {
  if (!searched) {
    return <Empty title={<Trans>No questions and answers yet</Trans>} action={<AskUs />} />;
  }
  return (
    <Empty
      title={<Trans>No answers found</Trans>}
      action={
        <div className="acts">
          <Button look="line" onClick={onClear}>
            <Trans>Show all questions</Trans>
          </Button>
          <AskUs />
        </div>
      }
    >
      <p>
        <Trans>Try fewer or different words.</Trans>
      </p>
    </Empty>
  );
}

/** The way to the contacts; none where the channel gives none. */
function AskUs() {
  if (!useHasContent('/contacts')) return null;
  return (
    <AppLink className={buttonClass('line')} href="/contacts">
      <Trans>Ask us</Trans>
    </AppLink>
  );
}

function StillStuck() {
  if (!useHasContent('/contacts')) return null;
  return (
    <p className="muted">
      <Trans>
        Didn’t find your answer?{' '}
        <AppLink className="link" href="/contacts">
          Write to us
        </AppLink>
      </Trans>
    </p>
  );
}
