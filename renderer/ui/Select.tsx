import { Select as Base } from '@base-ui/react/select';
import { memo, useId, type ReactNode } from 'react';
import { Chevron } from '#renderer/ui/Chevron.tsx';
import { FieldNote } from '#renderer/ui/Field.tsx';
import { usePopupHome } from '#renderer/ui/popup-home.ts';
import { useSteady } from '#renderer/ui/use-latest.ts';

export type Options<T extends string> = readonly (readonly [value: T, text: string])[];

type Props<T extends string> = {
  label: string;
  value: T;
  options: Options<T>;
  onChange: (value: T) => void;
  isDisabled?: boolean;
  className?: string;
};

type FieldProps<T extends string> = Props<T> & {
  /** What is wrong with it, in words. */
  issue?: string | undefined;
};

/** One of a few, named in its own words alone. */
export function Select<T extends string>({ label, className = '', ...props }: Props<T>) {
  return (
    <Choosing {...props}>
      <Trigger label={label} className={className} widest={widestOf(props.options)} />
    </Choosing>
  );
}

/** One of a few, with its name above and its issue below. A form may be drawn with every key, and this seldom changes. */
export const Choice = <T extends string>(props: FieldProps<T>) => (
  <DrawnChoice {...props} onChange={useSteady(props.onChange)} />
);

const DrawnChoice = memo(ChoiceField, isSameChoice) as typeof ChoiceField;

/** But for the function, all of it is plain text. */
function isSameChoice<T extends string>(a: FieldProps<T>, b: FieldProps<T>): boolean {
  return a.onChange === b.onChange && JSON.stringify(a) === JSON.stringify(b);
}

function ChoiceField<T extends string>(props: FieldProps<T>) {
  const { label, issue, className = '', ...choice } = props;
  const id = useId();
  return (
    <div className={`field ${className}`}>
      <Choosing {...choice}>
        <Base.Label className="field-label">{label}</Base.Label>
        <Trigger
          isInvalid={issue !== undefined}
          {...(issue !== undefined && { describedBy: id })}
        />
      </Choosing>
      <FieldNote id={id} issue={issue} />
    </div>
  );
}

type ChoosingProps<T extends string> = Omit<Props<T>, 'label' | 'className'> & {
  children: ReactNode;
};

function Choosing<T extends string>(props: ChoosingProps<T>) {
  const { value, options, onChange, isDisabled = false, children } = props;
  const home = usePopupHome();
  return (
    <Base.Root
      value={value}
      items={options.map(([option, text]) => ({ value: option, label: text }))}
      onValueChange={(next) => {
        if (next !== null) onChange(next);
      }}
      disabled={isDisabled}
      modal={false}
    >
      {children}
      <Base.Portal container={home}>
        <Base.Positioner
          className="popup-place"
          sideOffset={4}
          collisionPadding={8}
          alignItemWithTrigger={false}
        >
          <Base.Popup className="popup popup-marks">
            <Base.List className="popup-scroll">
              {options.map(([option, text]) => (
                <Base.Item key={option} value={option} className="popup-item">
                  <Base.ItemText>{text}</Base.ItemText>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

const widestOf = (options: Options<string>): string =>
  options.reduce((widest, [, text]) => (text.length > widest.length ? text : widest), '');

type TriggerProps = {
  /** Room for these words is kept. */
  widest?: string;
  label?: string;
  className?: string;
  isInvalid?: boolean;
  describedBy?: string;
};

const Trigger = ({ label, className = '', isInvalid = false, ...rest }: TriggerProps) => (
  <Base.Trigger
    className={`select ${className}`}
    aria-label={label}
    aria-invalid={isInvalid}
    aria-describedby={rest.describedBy}
  >
    <Base.Value className="select-room cut" data-widest={rest.widest} />
    <Chevron />
  </Base.Trigger>
);
