import { test as base } from '@playwright/test';

/** What the stage needs to tell about an event. */
export type StageEvent = { id: number; name: string };

/** Encoders and the schedule in the hands of a test. Events come from the demo's upcoming ones, each given out once. */
export type Stage = {
  take(type: 'free' | 'register' | 'paid' | 'ppv'): Promise<StageEvent>;
  /** Starts an encoder that publishes to the event. */
  publish(event: number, footage?: 'plain' | 'small'): Promise<void>;
  /** Ends its encoder as a lost line does. */
  drop(event: number): Promise<void>;
  /** Ends its encoder as the stop button does, and then the game. */
  end(event: number): Promise<void>;
  /** Has an event of that name begin in so many minutes, or one more, as an operator's new schedule does. */
  schedule(name: string, minutes: number): Promise<void>;
  /** Gives the money of an order back, by the operators' command. */
  refund(order: number): Promise<void>;
  /** Has a video of the library play a film that an operator sends, and tells which one. */
  film(): Promise<number>;
  /** What an encoder of the event is let in by. */
  key(event: number): Promise<string>;
};

function stageAt(control: string): Stage {
  const call = async (verb: string, query: Record<string, string>): Promise<unknown> => {
    const answer = await fetch(`${control}/${verb}?${new URLSearchParams(query)}`, { method: 'POST' });
    if (!answer.ok) {
      throw new Error(`stage ${verb}: ${await answer.text()}`);
    }
    return answer.json();
  };
  return {
    take: async (type) => (await call('take', { type })) as StageEvent,
    publish: async (event, footage = 'plain') => void (await call('publish', { event: String(event), footage })),
    drop: async (event) => void (await call('drop', { event: String(event) })),
    end: async (event) => void (await call('end', { event: String(event) })),
    schedule: async (name, minutes) => void (await call('schedule', { name, minutes: String(minutes) })),
    refund: async (order) => void (await call('refund', { order: String(order) })),
    film: async () => ((await call('film', {})) as { id: number }).id,
    key: async (event) => ((await call('key', { event: String(event) })) as { key: string }).key,
  };
}

/** Tests that use `stage` carry the tag @encoder: they need the harness in test/e2e. */
export const test = base.extend<{ stage: Stage }>({
  page: async ({ page }, use) => {
    await use(page);
    // A page asks on until it is closed; an answer that is being made up for it then must not fail the test.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
  stage: async ({ baseURL }, use) => {
    const control = process.env.GRANDSTAND_STAGE;
    if (!control) {
      throw new Error(`no encoders for ${baseURL}: run this by \`go test -tags e2e ./test/e2e\``);
    }
    await use(stageAt(control));
  },
});

export { expect } from '@playwright/test';

/** An address that no other run signs up with. */
export function freshEmail(): string {
  return `fan.${Date.now()}.${Math.floor(Math.random() * 1e6)}@example.com`;
}
