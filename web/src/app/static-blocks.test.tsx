import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { GuestForm, useGuestForm } from '#/features/auth/guest-form';
import { RegisterStep } from '#/features/auth/register-step';
import { RegistrationScreen } from '#/features/auth/registration-screen';
import { Footer } from '#/features/channel/footer';
import { Terms } from '#/features/checkout/terms';
import { KeyHelp } from '#/features/player/ui/key-help';
import { WatchPreview } from '#/features/watch/ui/watch-screen';
import { aBootstrap, someSettings } from '#/testing/bootstrap';
import { access, eventDetail } from '#/testing/events';
import { renderScreen } from '#/testing/render';

const static_blocks = {
  footer_note: '<p>Times are yours</p>',
  registration_note: '<p>An <b>account</b> is free</p>',
  checkout_note: '<p>Prices are in dollars</p>',
  player_help: '<p>Reload the page</p>',
};

/** The copy inside a page: it has the blocks in its settings alone. */
const bootstrap = aBootstrap({ settings: someSettings({ static_blocks }) });
delete bootstrap.static_blocks;

const arrival = { kind: 'social', provider: 'google', ticket: 'ticket-1' } as const;

function Guest() {
  return <GuestForm form={useGuestForm()} onDone={() => undefined} onPassword={() => undefined} />;
}

it.each([
  ['footer_note', 'Times are yours', <Footer key="f" />],
  ['registration_note', 'An account is free', <RegistrationScreen key="r" />],
  ['registration_note', 'An account is free', <Guest key="g" />],
  [
    'registration_note',
    'An account is free',
    <RegisterStep key="s" arrival={arrival} message="Almost there" asked={['email']} />,
  ],
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

it('a block is the one of the bootstrap call where that has them', async () => {
  const answer = aBootstrap({ static_blocks, settings: someSettings() });
  await renderScreen(<Terms />, { bootstrap: answer });
  expect(await screen.findByText('Prices are in dollars')).toBeInTheDocument();
});

const refused = access({ granted: false, reason: 'purchase_required', message: '', capabilities: [] });
const recording = { id: 1, type: 3, url: '/media/a/e1/index.m3u8' } as const;
const over = { id: 1, status: 'finished', stream_status: 'finished', stream_state: 'ended' } as const;

it('player_help stands under the player of a game', async () => {
  const event = eventDetail({ ...over, media: [recording] });
  await renderScreen(<WatchPreview event={event} player={() => <p>Player</p>} />, { bootstrap });
  const player = await screen.findByText('Player');
  const help = await screen.findByText('Reload the page');
  expect(help.closest('[data-block="player_help"]')).not.toBeNull();
  expect(help.compareDocumentPosition(player)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
});

it('player_help is not shown where there is no player', async () => {
  const event = eventDetail({
    ...over,
    type: 'paid',
    has_access: false,
    access: refused,
    description: '<p>A derby</p>',
  });
  await renderScreen(<WatchPreview event={event} player={() => <p>Player</p>} />, { bootstrap });
  expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument();
  // What stands below the game is there.
  expect(await screen.findByRole('heading', { level: 2, name: 'About this game' })).toBeInTheDocument();
  expect(document.querySelector('[data-block="player_help"]')).toBeNull();
});

it('the sentence of the app stands where the operator wrote none', async () => {
  await renderScreen(<Terms />);
  expect(await screen.findByText('All sales are final, with no refunds.')).toBeInTheDocument();
});
