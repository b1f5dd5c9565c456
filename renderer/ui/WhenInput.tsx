import { useState, type KeyboardEvent } from 'react';
import { readWhen, showWhen, stepWhen, type WhenKind } from '#renderer/ui/when.ts';

type Props = {
  kind: WhenKind;
  /** As it is kept; empty if there is none. */
  value: string;
  onChange: (value: string) => void;
  /** The time of a day that is typed alone; midnight unless told. */
  dayAt?: string;
  /** It may be left empty. */
  isOptional?: boolean;
  isDisabled?: boolean;
  label?: string;
  id?: string;
  title?: string;
};

const LIKE: Record<WhenKind, string> = {
  day: '2026-11-17',
  moment: '2026-11-17 09:30',
  time: '09:30',
};

const WIDTH: Record<WhenKind, string> = {
  day: 'when-day',
  moment: 'when-moment',
  time: 'when-time',
};

/** A day or a time in a field like any other. Up and Down move it; what is half typed changes nothing. */
export function WhenInput({ kind, value, onChange, isOptional = false, dayAt, ...rest }: Props) {
  const [typed, setTyped] = useState<string>();
  const { isDisabled = false, label, title, id } = rest;

  function type(text: string): void {
    setTyped(text);
    const read = text === '' && isOptional ? '' : readWhen(kind, text, dayAt);
    if (read !== undefined && read !== value) onChange(read);
  }

  function step(event: KeyboardEvent): void {
    const by = { ArrowUp: 1, ArrowDown: -1 } as const;
    if (!(event.key === 'ArrowUp' || event.key === 'ArrowDown') || value === '') return;
    event.preventDefault();
    setTyped(undefined);
    onChange(stepWhen(kind, value, by[event.key]));
  }

  const isWrong =
    typed !== undefined &&
    !(typed === '' && isOptional) &&
    readWhen(kind, typed, dayAt) === undefined;
  const like = `Like ${LIKE[kind]}`;
  return (
    <input
      id={id}
      className={`when ${WIDTH[kind]} num`}
      aria-label={label}
      title={title === undefined ? like : `${title}. ${like}`}
      placeholder={LIKE[kind].replaceAll(/\d/g, '–')}
      value={typed ?? showWhen(value)}
      disabled={isDisabled}
      aria-invalid={isWrong}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => type(event.target.value)}
      onKeyDown={step}
      // What was not understood is as it was.
      onBlur={() => setTyped(undefined)}
    />
  );
}
