import type { Failure } from '#contract/failure.ts';
import { issueAt } from '#renderer/core/issue-at.ts';
import { Field } from '#renderer/ui/Field.tsx';

/** Draws the fields of a form of texts, each with what main says of it. */
export const textFields =
  <T extends Readonly<Record<string, string>>>(
    form: T,
    onChange: (form: T) => void,
    failure: Failure | undefined,
  ) =>
  (name: keyof T & string, label: string, maxLength: number, placeholder = '') => (
    <Field
      label={label}
      value={form[name] ?? ''}
      onChange={(value) => onChange({ ...form, [name]: value })}
      maxLength={maxLength}
      placeholder={placeholder}
      issue={issueAt(failure, name)}
    />
  );
