import { describe, expect, test } from 'vitest';
import { faqSections, questionOf, searchFaq } from './faq';

const entry = (id: number, category: string, question: string, answer: string) => ({ id, category, question, answer });
const entries = [
  entry(1, 'Watching', 'I joined late', '<p>Choose “From the start”</p>'),
  entry(2, 'Buying', 'Which pass?', '<p>A <b>team</b> pass &amp; more, it&#39;s easy</p>'),
  entry(3, 'Watching', 'L’image est floue', '<p>Réseau lent</p>'),
];

describe('faqSections', () => {
  test('groups by category in the order of first appearance', () => {
    expect(faqSections(entries).map((s) => [s.title, s.entries.map((e) => e.id)])).toEqual([
      ['Watching', [1, 3]],
      ['Buying', [2]],
    ]);
  });
});

describe('searchFaq', () => {
  test.each([
    ['', [1, 2, 3]],
    ['team PASS', [2]],
    ['pass late', []],
    ['reseau', [3]],
    ["l'image", [3]],
    ["it's & more", [2]],
    ['watching', [1, 3]],
    ['<b>', []],
    ['(', []],
  ])('%j finds %j', (wanted, ids) => {
    expect(searchFaq(entries, wanted).map((e) => e.id)).toEqual(ids);
  });
});

test('questionOf reads only anchors of questions', () => {
  expect(questionOf('#question-12')).toBe(12);
  expect(questionOf('question-12')).toBe(12);
  expect(questionOf('#question-1x')).toBeNull();
  expect(questionOf('#main')).toBeNull();
});
