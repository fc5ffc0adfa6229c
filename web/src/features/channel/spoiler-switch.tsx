import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Eye, EyeOff } from 'lucide-react';
import { useSpoilerChoice } from '#/lib/spoiler-choice';
import { setSpoilers } from '#/lib/spoilers';
import { announce } from '#/ui/announcer';
import { showToast } from '#/ui/toast';

interface SpoilerSwitchProps {
  className: string;
  /** With its name beside the icon, as in menus. */
  named?: boolean;
}

/** Hides every score and whatever else tells how a game went, or shows it again. */
export function SpoilerSwitch({ className, named = false }: SpoilerSwitchProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const hidden = useSpoilerChoice((choice) => choice.hidden);
  const label = t`Hide scores`;
  const Icon = hidden ? EyeOff : Eye;
  const toggle = () => {
    announce(hidden ? t`Scores are shown` : t`Scores are hidden`);
    setSpoilers(client, !hidden).catch(() =>
      showToast(t`Your choice applies to this browser only: it could not be saved to your account.`, { type: 'error' }),
    );
  };
  return (
    <button
      type="button"
      className={className}
      aria-pressed={hidden}
      aria-label={named ? undefined : label}
      title={named ? undefined : label}
      onClick={toggle}
    >
      <Icon className="i" aria-hidden="true" />
      {named && label}
    </button>
  );
}
