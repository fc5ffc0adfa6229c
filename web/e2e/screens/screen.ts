import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import type { Places } from './places.ts';

export type Screen = {
  name: string;
  path: (p: Places) => string;
  user?: boolean;
  before?: (page: Page) => Promise<void>;
  /** What a person does before the picture is taken. */
  after?: (page: Page) => Promise<void>;
};

/** Answers as the server would in a state that the demo is not in. */
export function changed(address: RegExp, change: object) {
  return async (page: Page) => {
    await page.route(address, async (route) => {
      const answer = await route.fetch();
      const { data } = (await answer.json()) as { data: object };
      await route.fulfill({ response: answer, json: { data: { ...data, ...change } } });
    });
  };
}

export async function untilDialog(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toBeVisible();
}
