import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import { waitFor } from './wait-for';

/** Presses a button once it is there and takes presses: one that is disabled or busy ignores them. */
export async function pressWhenReady(user: Pick<UserEvent, 'click'>, name: string): Promise<HTMLElement> {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => {
    expect(button).toBeEnabled();
    expect(button).not.toHaveAttribute('aria-busy', 'true');
  });
  await user.click(button);
  return button;
}
