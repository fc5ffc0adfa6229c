import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aBootstrap } from '#/testing/bootstrap';
import { renderScreen } from '#/testing/render';
import { waitFor } from '#/testing/wait-for';
import { FaqScreen } from './faq-screen';

const bootstrap = aBootstrap({
  faq: [
    { id: 1, category: 'Watching', question: 'I joined late', answer: '<p>Choose “From the start”.</p>' },
    { id: 2, category: 'Buying', question: 'Which pass?', answer: '<p>A team pass.</p>' },
  ],
});

const scrolled = vi.fn<() => void>();
beforeEach(() => {
  Element.prototype.scrollIntoView = scrolled;
});

describe('FaqScreen', () => {
  it('finds answers while one types, counts them and opens the few', async () => {
    await renderScreen(<FaqScreen />, { at: '/faq', bootstrap });
    expect(screen.getByRole('navigation', { name: 'Topics' })).toBeVisible();
    await userEvent.setup({ delay: null }).type(screen.getByRole('searchbox'), 'team');
    expect(screen.getByText('1 answer')).toBeInTheDocument();
    expect(screen.queryByText('I joined late')).toBeNull();
    expect(screen.getByText('A team pass.')).toBeVisible();
  });

  it('says that nothing was found and shows everything again', async () => {
    const user = userEvent.setup({ delay: null });
    await renderScreen(<FaqScreen />, { at: '/faq', bootstrap });
    await user.type(screen.getByRole('searchbox'), 'zamboni');
    expect(screen.getByText('No answers found')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all questions' }));
    expect(screen.getByRole('heading', { name: 'I joined late' })).toBeVisible();
  });

  it('opens the question that the address leads to', async () => {
    await renderScreen(<FaqScreen />, { at: '/faq#question-2', bootstrap });
    expect(screen.getByText('A team pass.')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Which pass?' }).closest('summary')).toHaveFocus());
    expect(scrolled).toHaveBeenCalled();
  });

  it('offers to ask where there are no questions', async () => {
    await renderScreen(<FaqScreen />, { at: '/faq', bootstrap: aBootstrap({ faq: [] }) });
    expect(screen.getByRole('link', { name: 'Ask us' })).toHaveAttribute('href', '/contacts');
    expect(screen.queryByRole('searchbox')).toBeNull();
  });
});
