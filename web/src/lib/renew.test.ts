import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { waitFor } from '#/testing/wait-for';
import { renew } from './renew';

/** A query whose answers are given by hand: each `answers.shift()` resolves the oldest question. */
function asked() {
  const answers: ((value: string) => void)[] = [];
  const queryFn = vi.fn<() => Promise<string>>(() => new Promise((resolve) => answers.push(resolve)));
  return { queryKey: ['list'], queryFn, answers };
}

describe('renew', () => {
  it('asks again for a first answer that was on its way', async () => {
    const client = new QueryClient();
    const { answers, ...query } = asked();
    const observer = new QueryObserver(client, query);
    const stop = observer.subscribe(() => undefined);
    const renewed = renew(client, { queryKey: query.queryKey });
    answers.shift()?.('before the change');
    await waitFor(() => expect(query.queryFn).toHaveBeenCalledTimes(2));
    answers.shift()?.('after it');
    await renewed;
    expect(observer.getCurrentResult().data).toBe('after it');
    stop();
  });

  it('lets what nobody looks at be asked for when somebody does', async () => {
    const client = new QueryClient();
    const { answers, ...query } = asked();
    const prefetched = client.fetchQuery({ ...query, staleTime: 60_000 });
    const renewed = renew(client, { queryKey: query.queryKey });
    answers.shift()?.('before the change');
    expect(await prefetched).toBe('before the change');
    await renewed;
    expect(query.queryFn).toHaveBeenCalledTimes(1);
    const again = client.fetchQuery({ ...query, staleTime: 60_000 });
    answers.shift()?.('after it');
    expect(await again).toBe('after it');
  });

  it('asks once for what it knows, and takes a failure for an answer', async () => {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    client.setQueryData(['list'], 'before the change');
    const queryFn = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('no')));
    const observer = new QueryObserver(client, { queryKey: ['list'], queryFn, staleTime: 60_000 });
    const stop = observer.subscribe(() => undefined);
    await renew(client, { queryKey: ['list'] });
    expect(queryFn).toHaveBeenCalledTimes(1);
    expect(observer.getCurrentResult().isError).toBe(true);
    stop();
  });
});
