import { i18n, type Messages } from '@lingui/core';
import { afterEach, describe, expect, it } from 'vitest';
import type { Language } from '#/api/types';
import { messages as en } from '#/locales/en/index.ts';
import { messages as enOpen } from '#/locales/en/words.ts';
import { messages as fr } from '#/locales/fr/index.ts';
import { messages as frOpen } from '#/locales/fr/words.ts';
import { activateLanguage, speakInWords } from './i18n';
import { usualWords, type Words } from './usual-words';
import { dependsOnWords, inWords } from './words';

const bouts: Words = { event: 'fight', participant: 'fighter', group: 'gym', sides: 'corners' };

const kinds = {
  event: ['game', 'match', 'fight', 'race', 'meet', 'show', 'event'],
  participant: ['team', 'fighter', 'athlete', 'player', 'artist'],
  group: ['school', 'high_school', 'club', 'gym', 'league', 'company'],
  sides: ['home', 'corners', 'none'],
} as const;

describe('inWords', () => {
  const see: Messages[string] = ['See the ', ['event', 'select', { fight: 'fight', other: 'game' }]];
  const teams: Messages[string] = [
    ['n', 'plural', { one: '1', other: ['#', ' ', ['participant', 'select', { other: 'teams' }]] }],
  ];
  const messages: Messages = { see, teams, plain: ['Log in'], noun: [['noun', 'select', { f: 'x', other: 'y' }]] };

  it('leaves of a choice by the channel’s words what they chose, also below another choice', () => {
    expect(inWords(messages, bouts)).toEqual({
      ...messages,
      see: ['See the ', 'fight'],
      teams: [['n', 'plural', { one: '1', other: ['#', ' ', 'teams'] }]],
    });
    expect(inWords(messages, usualWords).see).toEqual(['See the ', 'game']);
  });

  it('knows which messages it may change', () => {
    expect(Object.keys(messages).filter((id) => dependsOnWords(messages[id] ?? ''))).toEqual(['see', 'teams']);
  });
});

/** Everything that a message may say, whatever is put in. */
function sentences(message: unknown): string {
  if (!Array.isArray(message)) return String(message);
  return message.map((part) => (Array.isArray(part) ? filled(part[2]) : part)).join('');
}

const filled = (branches: unknown) =>
  branches instanceof Object ? Object.values(branches).map(sentences).join(' ') : '…';

const say = (messages: Messages, words: Words) => Object.values(inWords(messages, words)).map(sentences);

/** Every choice of kinds that a channel can make, with the others usual. */
const choices = Object.entries(kinds).flatMap(([name, all]) => all.map((kind) => ({ ...usualWords, [name]: kind })));

describe('the catalogues', () => {
  it.each([
    ['en', enOpen],
    ['fr', frOpen],
  ] as const)('say each open message in each kind, in %s', (_, messages) => {
    expect(Object.keys(messages).length).toBeGreaterThan(50);
    for (const words of choices) {
      expect(Object.values(inWords(messages, words)).filter(dependsOnWords)).toEqual([]);
      for (const sentence of say(messages, words)) expect(sentence.trim()).not.toBe('');
    }
  });

  const foreign: Record<Language, RegExp> = {
    en: /\b(games?|schools?|teams?|at home)\b|@/i,
    fr: /\b(match|matchs|domicile)\b|établissement|école|équipe|@/i,
  };

  it.each([
    ['en', { ...en, ...enOpen }],
    ['fr', { ...fr, ...frOpen }],
  ] as const)('say nothing of games, teams and schools where there are none, in %s', (language, messages) => {
    for (const event of kinds.event.slice(2)) {
      for (const participant of kinds.participant.slice(1)) {
        const said = say(messages, { event, participant, group: 'club', sides: 'none' });
        expect(said.filter((sentence) => foreign[language].test(sentence))).toEqual([]);
      }
    }
  });

  it('say in the usual words what the code says', () => {
    const sources = import.meta.glob<string>('../locales/en/*.po', { query: '?raw', import: 'default', eager: true });
    const entries = Object.values(sources).flatMap((po) => [...po.matchAll(/^msgid "(.+)"\nmsgstr "(.+)"$/gm)]);
    expect(entries.length).toBeGreaterThan(400);
    const values = new Proxy<Record<string, unknown>>(
      { ...usualWords },
      {
        get: (all, name: string) => all[name] ?? 2,
      },
    );
    for (const [, code = '', english = ''] of entries) {
      expect(i18n._(english, values)).toBe(i18n._(code, values));
    }
  });

  it('agree in French', () => {
    const said = (words: Partial<Words>) => say(frOpen, { ...usualWords, ...words }).join('\n');
    const race = said({ event: 'race' });
    expect(race).toContain('Aucune course n’est prévue');
    expect(race).toContain('La course est terminée. Vous pourrez la revoir ici en entier dès qu’elle sera prête.');
    expect(race).toContain('Toutes les courses');
    expect(race).not.toMatch(/\b(le|du|au|un|ce|cet|aucun|tous les) courses?\b/i);
    const events = said({ event: 'event' });
    expect(events).toContain('Voir l’événement');
    expect(events).toContain('Pas encore d’événement ici');
    expect(events).not.toMatch(/\b(le|du|au|ce|de) événement/i);
    expect(said({ event: 'fight' })).toContain('Aucun combat ne correspond à ces filtres');
    expect(said({ group: 'high_school' })).toContain('Quelle école suivez-vous');
    expect(said({ participant: 'athlete' })).toContain('de l’athlète');
  });
});

describe('a channel with words of its own', () => {
  afterEach(async () => {
    await speakInWords(usualWords);
    i18n.loadAndActivate({ locale: 'en', messages: {} });
  });

  const seeTheGame = async (language: Language, words: Words) => {
    i18n.loadAndActivate({ locale: '', messages: {} });
    await speakInWords(words);
    await activateLanguage(language);
    return Object.values(i18n.messages).map(sentences);
  };

  it('is spoken of in them, in both languages; others in the usual ones', async () => {
    expect(await seeTheGame('en', usualWords)).toContain('See the game');
    expect(await seeTheGame('en', bouts)).toContain('See the fight');
    expect(await seeTheGame('fr', bouts)).toContain('Voir le combat');
    expect(await seeTheGame('fr', usualWords)).toContain('Voir le match');
  });

  it('is so too when its words come after the language', async () => {
    i18n.loadAndActivate({ locale: '', messages: {} });
    await activateLanguage('fr');
    await speakInWords(bouts);
    expect(Object.values(i18n.messages).map(sentences)).toContain('Voir le combat');
  });
});
