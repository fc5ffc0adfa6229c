import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { favourites, isFavourite } from '#/lib/favourites';
import { renderScreen } from '#/testing/render';
import { FavouriteButton } from './favourite-button';

const star = () => screen.getByRole('button', { name: 'Favourite: Lynx' });
const on = () => isFavourite(favourites.getState(), 'participant-7');

beforeEach(() => favourites.setState({ kept: [], wishes: new Map() }));

describe('FavouriteButton', () => {
  it('is filled at once, by hand and by key, and emptied again', async () => {
    await renderScreen(<FavouriteButton of="participant-7" name="Lynx" />);
    expect(star()).toHaveAttribute('aria-pressed', 'false');
    star().focus();
    await userEvent.keyboard('{Enter}');
    expect(star()).toHaveAttribute('aria-pressed', 'true');
    await userEvent.keyboard(' ');
    expect(on()).toBe(false);
  });

  it('takes a double press for one', async () => {
    await renderScreen(<FavouriteButton of="participant-7" name="Lynx" />);
    await userEvent.dblClick(star());
    expect(star()).toHaveAttribute('aria-pressed', 'true');
  });
});
