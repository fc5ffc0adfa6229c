import type { FaqEntry } from '#/api/types';

/** Questions under one heading; the title is '' for those the operator put nowhere. */
export interface FaqSection {
  title: string;
  entries: FaqEntry[];
}

/** The questions by category, both in the operator's order. */
export function faqSections(entries: readonly FaqEntry[]): FaqSection[] {
  const sections = new Map<string, FaqEntry[]>();
  for (const entry of entries) {
    const section = sections.get(entry.category);
    if (section) section.push(entry);
    else sections.set(entry.category, [entry]);
  }
  return Array.from(sections, ([title, inIt]) => ({ title, entries: inIt }));
}

/** The questions that hold every wanted word, in the question, its answer or its category; accents and case aside. */
export function searchFaq(entries: readonly FaqEntry[], wanted: string): FaqEntry[] {
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  return entries.filter((entry) => {
    const text = plain(`${entry.question} ${entry.category} ${withoutTags(entry.answer)}`);
    return words.every((word) => text.includes(word));
  });
}

/** The part of an address that leads to a question. */
export function questionAnchor(id: number): string {
  return `question-${id}`;
}

/** The question that an address leads to, or null. */
export function questionOf(hash: string): number | null {
  const match = /^#?question-([0-9]{1,15})$/.exec(hash);
  return match ? Number(match[1]) : null;
}

/** Curly apostrophes count as straight ones: few people can type them. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[’‘]/g, "'").toLowerCase();
}

const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** The words of sanitised HTML. */
function withoutTags(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d{1,6});/g, (_, code: string) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)))
    .replace(/&([a-z]+);/g, (all, name: string) => signs[name] ?? all);
}
