import { readdirSync, readFileSync } from 'node:fs';
import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { describe, expect, it } from 'vitest';

/**
 * What the app itself says of the specification's error catalogue and validation rules, as far as they are about accounts and clips.
 * What the server says and the app shows as it is: internal/api/catalogue_test.go.
 */
const catalogue: [area: string, english: string, french: string][] = [
  ['account', "PASSWORDS DON'T MATCH", 'LES MOTS DE PASSE NE CORRESPONDENT PAS'],
  ['account', 'Verification your email address failed.', 'La vérification de votre adresse courriel a échoué.'],
  ['account', 'Your email already verified.', 'Votre adresse courriel est déjà vérifiée.'],
  [
    'app',
    'Something went wrong. Please try again or contact technical support',
    'Une erreur s’est produite. Veuillez réessayer ou communiquer avec le soutien technique',
  ],
  [
    'app',
    'Apologies! Our service is currently experiencing technical difficulties.',
    'Toutes nos excuses! Notre service connaît actuellement des difficultés techniques.',
  ],
  ['app', 'Looks like we lose this page', 'On dirait que nous avons perdu cette page'],
  [
    'watch',
    'Oops! We are currently experiencing technical difficulties',
    'Oups! Nous avons des difficultés techniques',
  ],
  ['watch', 'Sorry! - Game Not Found', 'Désolé! - Match introuvable'],
  ['account', 'Sorry! - Game Not Found', 'Désolé! - Match introuvable'],
  ['account', 'You already bought this game.', 'Vous avez déjà acheté ce match.'],
  ['account', 'Field is required', 'Ce champ est obligatoire'],
  ['account', 'A valid email address is required', 'Une adresse courriel valide est requise'],
  ['account', 'The password is too short', 'Le mot de passe est trop court'],
  [
    'account',
    'The password and password confirmation do not match',
    'Le mot de passe et sa confirmation ne correspondent pas',
  ],
  ['account', 'Enter your first name', 'Saisissez votre prénom'],
  ['account', 'Enter your last name', 'Saisissez votre nom'],
  ['account', 'Enter your Email', 'Saisissez votre courriel'],
  ['account', 'Please accept terms & conditions', 'Veuillez accepter les conditions d’utilisation'],
  ['account', 'Field length must be less than {number}', 'La longueur du champ doit être inférieure à {number}'],
  ['clips', 'Field is required', 'Ce champ est obligatoire'],
  ['clips', 'Field length must be less than {number}', 'La longueur du champ doit être inférieure à {number}'],
  ['clips', 'Please select tag', 'Veuillez choisir un mot-clé'],
];

/** What an area says, by its English; an entry of several lines is one string. */
function textsOf(language: string, area: string): Map<string, string> {
  const file = readFileSync(`${import.meta.dirname}/${language}/${area}.po`, 'utf8').replaceAll('"\n"', '');
  const texts = new Map<string, string>();
  for (const [, id = '', text = ''] of file.matchAll(/^msgid "(.*)"\nmsgstr "(.*)"$/gm)) {
    texts.set(id.replaceAll('\\"', '"'), text.replaceAll('\\"', '"'));
  }
  return texts;
}

/** A text with the words that it has for a kind of thing; without one, those of a channel that has games. */
function said(text = '', kind = 'other'): string {
  return text.replace(/\{\w+, select,((?: \w+ \{[^}]*\})+)\}/, (_, branches: string) => {
    const byKind = new Map([...branches.matchAll(/(\w+) \{([^}]*)\}/g)].map(([, name, words]) => [name, words]));
    return byKind.get(kind) ?? byKind.get('other') ?? '';
  });
}

describe('the error catalogue', () => {
  it.each(catalogue)('%s says: %s', (area, english, french) => {
    expect(said(textsOf('en', area).get(english))).toBe(english);
    expect(said(textsOf('fr', area).get(english))).toBe(french);
  });

  it.each([
    ['pass', 'You already bought this pass.', 'Vous avez déjà acheté ce forfait.'],
    ['subscription', 'You already bought this subscription.', 'Vous avez déjà acheté cet abonnement.'],
    ['addition', 'You already bought this add-on.', 'Vous avez déjà acheté cette option.'],
  ])('says of what is bought already (%s): %s', (type, english, french) => {
    const id = 'You already bought this {type, select, addition {add-on} subscription {subscription} other {pass}}.';
    for (const area of ['account', 'offers']) {
      expect(said(textsOf('en', area).get(id), type)).toBe(english);
      expect(said(textsOf('fr', area).get(id), type)).toBe(french);
    }
  });
});

describe('French typography', () => {
  // Office québécois de la langue française: a no-break space before a colon and inside guillemets, no space before ? ! and ;
  const areas = readdirSync(`${import.meta.dirname}/fr`).filter((name) => name.endsWith('.po'));

  it.each(areas)('of %s is that of Québec', (name) => {
    const texts = [...textsOf('fr', name.replace('.po', '')).values()];
    expect(texts.length).toBeGreaterThan(5);
    expect(texts.filter((text) => /\s[?!;]|[ \u202f]:(?!\/)|«[^\u00a0]|[^\u00a0]»/.test(text))).toEqual([]);
  });
});

it.each([
  [
    '{used} of {limit, plural, one {# clip} other {# clips}} used',
    { used: 0, limit: 50 },
    '0 of 50 clips used',
    '0 extrait sur 50 utilisé',
  ],
  [
    '{used} of {limit, plural, one {# clip} other {# clips}} used',
    { used: 1, limit: 1 },
    '1 of 1 clip used',
    '1 extrait sur 1 utilisé',
  ],
  [
    '{used} of {limit, plural, one {# clip} other {# clips}} used',
    { used: 2, limit: 50 },
    '2 of 50 clips used',
    '2 extraits sur 50 utilisés',
  ],
  ['{written} of {most} characters', { written: 1, most: 60 }, '1 of 60 characters', '1 caractère sur 60'],
  ['{written} of {most} characters', { written: 2, most: 60 }, '2 of 60 characters', '2 caractères sur 60'],
])('counts in both languages: %s %o', (id, values, english, french) => {
  for (const [language, want] of [
    ['en', english],
    ['fr', french],
  ] as const) {
    const text = textsOf(language, 'clips').get(id) ?? '';
    const i18n = setupI18n({ locale: language, messages: { [language]: { [id]: compileMessage(text) } } });
    expect(i18n._(id, values)).toBe(want);
  }
});

it('names the videos on demand and the last hour in the same words everywhere', () => {
  for (const area of ['clips', 'next', 'watch']) {
    expect(textsOf('fr', area).get('Browse on demand')).toBe('Parcourir les vidéos sur demande');
  }
  expect(textsOf('fr', 'account').get('Used in the last hour')).toBe('Utilisé au cours de la dernière heure');
});
