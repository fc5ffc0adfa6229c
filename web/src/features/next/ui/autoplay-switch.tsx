import { Trans } from '@lingui/react/macro';

interface AutoplaySwitchProps {
  on: boolean;
  onChange: (on: boolean) => void;
}

/** Whether the next game plays by itself, among the settings of the player. */
export function AutoplaySwitch({ on, onChange }: AutoplaySwitchProps) {
  return (
    <label className="ck">
      <input type="checkbox" checked={on} onChange={(event) => onChange(event.currentTarget.checked)} />
      <Trans>Play the next game automatically</Trans>
    </label>
  );
}
