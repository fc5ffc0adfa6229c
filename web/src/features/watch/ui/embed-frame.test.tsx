import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { EmbedFrame } from './embed-frame';

it('shows its poster until the page has loaded', () => {
  const { container } = render(<EmbedFrame url="https://video.example/1" title="A game" poster="/poster.jpg" />);
  expect(container.querySelector('img')).toHaveAttribute('src', '/poster.jpg');
  fireEvent.load(screen.getByTitle('A game'));
  expect(container.querySelector('img')).toBeNull();
});

it('needs no poster', () => {
  const { container } = render(<EmbedFrame url="https://video.example/1" title="A game" />);
  expect(container.querySelector('img')).toBeNull();
});
