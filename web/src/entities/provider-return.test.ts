import { expect, it } from 'vitest';
import { isProviderReturn, withoutProviderReturn } from './provider-return';

it('takes what the provider added out of the address, and leaves the cart and its order', () => {
  const cart = { event_id: 7, single_event_package_id: 9, order: 41 };
  const back = {
    ...cart,
    payment_intent: 'pi_1',
    payment_intent_client_secret: 'pi_1_secret_2',
    redirect_status: 'failed',
  };
  expect(isProviderReturn(back)).toBe(true);
  expect(withoutProviderReturn(back)).toEqual(cart);
  expect(isProviderReturn(cart)).toBe(false);
});
