// What is typed hidden can be looked at while it is typed: off until the person asks for it, and hidden again when they
// leave the field or send it.
import { useEffect, useRef, useState, type ReactNode, type Ref } from 'react';

type Props = {
  /** What it is, as a part of a sentence: the secret key. */
  what: string;
  children: (type: 'text' | 'password', ref: Ref<HTMLInputElement>) => ReactNode;
};

export function ShownSecret({ what, children }: Props) {
  const [isShown, setShown] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const form = input.current?.form;
    if (!isShown || !form) return undefined;
    const hide = () => setShown(false);
    form.addEventListener('submit', hide);
    return () => form.removeEventListener('submit', hide);
  }, [isShown]);
  return (
    <div
      className="field-row"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setShown(false);
      }}
    >
      {children(isShown ? 'text' : 'password', input)}
      <button
        type="button"
        className="small"
        aria-pressed={isShown}
        onClick={() => {
          setShown(!isShown);
          input.current?.focus();
        }}
      >
        Show<span className="visually-hidden"> {what}</span>
      </button>
    </div>
  );
}
