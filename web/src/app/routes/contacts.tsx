import { createFileRoute } from '@tanstack/react-router';
import { contactsFormQuery } from '#/api/queries';
import { ContactsScreen } from '#/features/forms/contacts-screen';

export const Route = createFileRoute('/contacts')({
  staticData: { kind: 'form', skeleton: 'form' },
  loader: ({ context }) => context.client.ensureQueryData(contactsFormQuery()),
  component: ContactsScreen,
});
