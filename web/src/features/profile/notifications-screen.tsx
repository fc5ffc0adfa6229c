import { useLingui } from '@lingui/react/macro';
import { useTitle } from '#/lib/channel';
import { DeviceNotes } from './device-notes';
import { ProfileFrame } from './profile-frame';
import { RemindersPanel } from './reminders-panel';

/** What a person is told, and where. */
export function NotificationsScreen() {
  const { t } = useLingui();
  useTitle(t`Notifications`);
  return (
    <ProfileFrame title={t`Notifications`}>
      <DeviceNotes />
      <RemindersPanel />
    </ProfileFrame>
  );
}
