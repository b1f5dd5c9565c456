// A field for a secret. It is uncontrolled: what is typed is in the field alone, is taken out of it once when it is
// sent, and is gone from the page before the answer is there.
import { useId } from 'react';
import { ShownSecret } from '#renderer/ui/ShownSecret.tsx';

type Props = {
  name: string;
  label: string;
  /** A key id is no secret and may be seen. */
  type?: 'text' | 'password';
  placeholder?: string;
  issue: string | undefined;
};

export function SecretField({ name, label, type = 'password', placeholder, issue }: Props) {
  const id = useId();
  const input = {
    id,
    name,
    className: 'num',
    maxLength: 512,
    placeholder,
    autoComplete: 'off',
    spellCheck: false,
    'aria-invalid': issue !== undefined,
    'aria-describedby': issue === undefined ? undefined : `${id}-issue`,
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {type === 'text' ? (
        <input type="text" {...input} />
      ) : (
        <ShownSecret what={label.toLowerCase()}>
          {(shownType, ref) => <input ref={ref} type={shownType} {...input} />}
        </ShownSecret>
      )}
      <p id={`${id}-issue`} className="field-issue" aria-live="polite">
        {issue}
      </p>
    </div>
  );
}

export function inputOf(form: HTMLFormElement, name: string): HTMLInputElement | undefined {
  const input = form.elements.namedItem(name);
  return input instanceof HTMLInputElement ? input : undefined;
}

/** What was typed, which is then in the field no more. */
export const takeSecret = (form: HTMLFormElement, name: string): string =>
  takeField(inputOf(form, name));

export function takeField(input: HTMLInputElement | null | undefined): string {
  const value = input?.value ?? '';
  if (input) input.value = '';
  return value;
}
