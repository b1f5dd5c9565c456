type Props<T extends string> = {
  /** What is chosen here, for screen readers. */
  name: string;
  value: T;
  onChange: (value: T) => void;
  /** Each with its words and, where it is more than nothing, how many it has. */
  choices: readonly (readonly [value: T, title: string, count?: number])[];
  className?: string;
};

/** One of a few, all in sight. */
export function Tabs<T extends string>({ name, value, onChange, choices, className }: Props<T>) {
  return (
    <div className={className ?? 'tabs'} role="group" aria-label={name}>
      {choices.map(([choice, title, count = 0]) => (
        <button
          key={choice}
          type="button"
          className="tab"
          aria-pressed={choice === value}
          onClick={() => onChange(choice)}
        >
          {title} {count > 0 && <span className="count">{count}</span>}
        </button>
      ))}
    </div>
  );
}
