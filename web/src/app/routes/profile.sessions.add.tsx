import { createFileRoute, redirect } from '@tanstack/react-router';
import { codeIn } from '#/entities/device-code';

/** Linking a device leads to the target of the channel's settings, else to the active orders; a code to where it is entered. */
export const Route = createFileRoute('/profile/sessions/add')({
  staticData: { kind: 'account', skeleton: 'account', auth: 'user', withoutTicker: true },
  validateSearch: codeIn,
  beforeLoad: async ({ context, search, cause, abortController }) => {
    if (cause === 'preload') return;
    const { linkElsewhere } = await import('../link-elsewhere');
    await linkElsewhere(context.client, abortController.signal, search.code);
    throw search.code
      ? redirect({ to: '/profile/device', search, replace: true })
      : redirect({ to: '/profile', replace: true });
  },
});
