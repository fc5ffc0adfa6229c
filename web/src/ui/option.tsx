import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import './option.css';

interface OptionProps extends Omit<ComponentProps<'input'>, 'title' | 'about' | 'type' | 'style'> {
  /** A crest, or the brand of a card. */
  mark?: ReactNode;
  title: ReactNode;
  about?: ReactNode;
  /** What else is said of it, under the rest. */
  note?: ReactNode;
  /** At the far end: a price, a tag. */
  end?: ReactNode;
  /** Any number of them may be chosen: a check box instead of a radio button. */
  many?: boolean;
  /** For long lists. */
  small?: boolean;
  style?: CSSProperties;
}

/** One of several to choose from: a radio button with all that it stands for. `input` props go to the button. */
export function Option({ mark, title, about, note, end, many = false, small = false, style, ...input }: OptionProps) {
  return (
    <label className={small ? 'option option--sm' : 'option'} style={style}>
      <input type={many ? 'checkbox' : 'radio'} {...input} />
      {mark}
      <span className="option__t">
        <b>{title}</b>
        {about && <span>{about}</span>}
        {note}
      </span>
      {end}
    </label>
  );
}
