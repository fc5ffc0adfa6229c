import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import type { Profile } from '#/api/types';
import { showToast } from '#/ui/toast';

/** How long the news of a letter stays: longer than others, since it asks for something. */
const toldMs = 12_000;

/** Tells somebody new, who goes on to what they came for, that a letter waits for them. */
export function useToldOfTheLetter(): (user: Profile) => void {
  const { t } = useLingui();
  const router = useRouter();
  return ({ email, email_verified }) => {
    if (email_verified) return;
    void showToast(t`Welcome! We sent an email to ${email}. Please confirm your address when you have a moment.`, {
      type: 'success',
      duration: toldMs,
      action: { label: t`More`, onClick: () => void router.navigate({ href: '/verify-notice' }) },
    });
  };
}
