import { createFileRoute } from '@tanstack/react-router';
import { bootstrapQuery } from '#/api/queries';
import { LinkDeviceScreen } from '#/features/profile/security/link-device-screen';
import { loadTexts } from '#/lib/i18n';

export const Route = createFileRoute('/profile/sessions/add')({
  staticData: { kind: 'account', auth: 'user', withoutTicker: true },
  validateSearch: (raw: Record<string, unknown>): { code?: string } =>
    typeof raw.code === 'string' ? { code: raw.code.slice(0, 40) } : {},
  beforeLoad: async ({ context, search, cause, abortController }) => {
    if (cause === 'preload') return;
    const { settings } = await context.client.ensureQueryData(bootstrapQuery());
    if (!settings.auth.remote_auth) return;
    const { remoteTarget } = await import('#/lib/remote-target');
    const target = remoteTarget(settings, search.code);
    if (!target) return;
    location.replace(target);
    // The page goes; nothing of ours is shown meanwhile.
    await new Promise((resolve) => abortController.signal.addEventListener('abort', resolve));
  },
  loader: () => loadTexts('account'),
  component: LinkDeviceRoute,
});

function LinkDeviceRoute() {
  const { code = '' } = Route.useSearch();
  return <LinkDeviceScreen key={code} code={code} />;
}
