import { createFileRoute } from '@tanstack/react-router';
import { faqQuery } from '#/api/queries';
import { FaqScreen } from '#/features/faq/faq-screen';

export const Route = createFileRoute('/faq')({
  staticData: { kind: 'faq', skeleton: 'questions' },
  loader: ({ context }) => context.client.ensureQueryData(faqQuery()),
  component: FaqScreen,
});
