import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RegistrationScreen } from '#/features/auth/registration-screen';
import { Footer } from '#/features/channel/footer';
import { Terms } from '#/features/checkout/terms';
import { KeyHelp } from '#/features/player/ui/key-help';
import { aBootstrap } from '#/testing/bootstrap';
import { renderScreen } from '#/testing/render';

const bootstrap = aBootstrap({
  static_blocks: {
    footer_note: '<p>Times are yours</p>',
    registration_note: '<p>An <b>account</b> is free</p>',
    checkout_note: '<p>Prices are in dollars</p>',
    player_help: '<p>Reload the page</p>',
  },
});

it.each([
  ['footer_note', 'Times are yours', <Footer key="f" />],
  ['registration_note', 'An account is free', <RegistrationScreen key="r" />],
  ['checkout_note', 'Prices are in dollars', <Terms key="t" />],
  ['player_help', 'Reload the page', <KeyHelp key="k" clips={false} onClose={() => undefined} />],
])('%s stands where its name says: %s', async (name, words, part) => {
  const { container } = await renderScreen(part, { bootstrap });
  await screen.findByText((_, element) => element?.matches(`[data-block="${name}"]`) === true);
  expect(document.querySelector(`[data-block="${name}"]`)).toHaveTextContent(words);
  expect([...document.querySelectorAll('[data-block]')].map((block) => block.getAttribute('data-block'))).toEqual([
    name,
  ]);
  expect(container).toBeInTheDocument();
});

it('the sentence of the app stands where the operator wrote none', async () => {
  await renderScreen(<Terms />);
  expect(await screen.findByText('All sales are final, with no refunds.')).toBeInTheDocument();
});
