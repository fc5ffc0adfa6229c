import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { questionAnchor, questionOf } from '#/entities/faq';

/**
 * The question the address leads to. It is scrolled to and takes the focus; `reveal` is called before, as a search may
 * hide it.
 */
export function useAnchoredQuestion(reveal: (text: '') => void): number | null {
  const id = questionOf(useLocation({ select: (location) => location.hash }));
  useEffect(() => {
    if (id === null) return;
    reveal('');
    // After the answer is open and the router has placed the page.
    const frame = requestAnimationFrame(() => {
      const question = document.getElementById(questionAnchor(id));
      question?.scrollIntoView({ block: 'start' });
      question?.querySelector('summary')?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [id, reveal]);
  return id;
}
