import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aBootstrap, someSettings } from '#/testing/bootstrap';
import { renderScreen } from '#/testing/render';
import { Footer } from './footer';

async function addresses(empty_screens: string[]) {
  const settings = someSettings({ empty_screens });
  await renderScreen(<Footer />, { bootstrap: aBootstrap({ settings }) });
  return screen.getAllByRole('link').map((link) => link.getAttribute('href'));
}

describe('links of the footer', () => {
  it('lead to passes, answers and contacts', async () => {
    expect(await addresses([])).toEqual(expect.arrayContaining(['/schedule', '/packages', '/faq', '/contacts']));
  });

  it('leave out screens without content', async () => {
    const found = await addresses(['/packages', '/faq', '/contacts']);
    expect(found).toContain('/schedule');
    for (const path of ['/packages', '/faq', '/contacts']) expect(found).not.toContain(path);
  });
});
