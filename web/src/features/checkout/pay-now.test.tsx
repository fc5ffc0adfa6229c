import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { cartIn } from '#/entities/cart';
import { pressWhenReady } from '#/testing/press';
import { useTill } from '#/testing/till';
import { waitFor } from '#/testing/wait-for';

const { show } = useTill();

describe('the button that pays', () => {
  it('focuses the first empty field of the page, and says which are empty', async () => {
    await show(cartIn({ package_id: 5 }));
    const pay = await pressWhenReady(userEvent, 'Pay CAD\u00a0$79.00');
    await waitFor(() => expect(screen.getByLabelText('Card number')).toHaveFocus());
    expect(await screen.findByText('Enter the card number')).toBeVisible();
    const missing = await screen.findByText('Missing: Card number, Expiry date, Security code, and Name on the card');
    expect(missing.closest('[role="alert"]')).not.toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /4242 4242 4242 4242/ }));
    expect(screen.queryByText(/^Missing:/)).toBeNull();
    await userEvent.clear(screen.getByLabelText('Security code'));
    await userEvent.click(pay);
    await waitFor(() => expect(screen.getByLabelText('Security code')).toHaveFocus());
    expect(await screen.findByText('Missing: Security code')).toBeVisible();
  });

  it('says that a card has expired at its date, which gets the focus', async () => {
    await show(cartIn({ package_id: 5 }));
    await userEvent.click(await screen.findByRole('button', { name: /4242 4242 4242 4242/ }));
    await userEvent.clear(screen.getByLabelText('Expiry date'));
    await userEvent.type(screen.getByLabelText('Expiry date'), '0120');
    await pressWhenReady(userEvent, 'Pay CAD\u00a0$79.00');
    expect(await screen.findByText('This card has expired')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Expiry date')).toHaveFocus());
  });

  it('is right under the card: what can be added comes after the button', async () => {
    await show(cartIn({ package_id: 5 }));
    const pay = await screen.findByRole('button', { name: 'Pay CAD\u00a0$79.00' });
    const follows = (other: HTMLElement) => pay.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
    expect(follows(await screen.findByLabelText('Card number'))).toBe(0);
    expect(follows(screen.getByRole('heading', { name: 'Add to your order' }))).not.toBe(0);
    expect(follows(screen.getByRole('heading', { name: 'Promo code' }))).not.toBe(0);
  });
});
