import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

const pauseMs = 300;

interface SearchBoxProps {
  value: string;
  onSearch: (text: string) => void;
  /** Its accessible name. */
  label: string;
  placeholder: string;
}

/** A field for names; it searches when the typing pauses, or at once on Enter. */
export function SearchBox({ value, onSearch, label, placeholder }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const asked = useRef(value);

  // The address may change without the field: "Clear all", a removed chip, the back button.
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setTyped(value);
  }, [value]);

  const ask = (text: string) => {
    const wanted = text.trim().length >= 2 ? text.trim() : '';
    if (wanted === asked.current) return;
    asked.current = wanted;
    onSearch(wanted);
  };

  useEffect(() => {
    const timer = setTimeout(() => ask(typed), pauseMs);
    return () => clearTimeout(timer);
  });

  return (
    <form
      className="find"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        ask(typed);
      }}
    >
      <Search className="i" aria-hidden="true" />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </form>
  );
}
