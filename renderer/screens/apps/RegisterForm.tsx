import { useState, type FormEvent } from 'react';
import type { Failure } from '#contract/failure.ts';
import { SCOPE_NAMES, type RegistrationDraft } from '#contract/registrations.ts';
import { textFields } from '#renderer/screens/apps/text-fields.tsx';
import { Check } from '#renderer/ui/Check.tsx';

type Props = {
  isBusy: boolean;
  isOpen: boolean;
  failure: Failure | undefined;
  onRegister: (draft: RegistrationDraft) => void;
};

const EMPTY = { name: '', redirectUris: '' };
const MEANINGS: Record<(typeof SCOPE_NAMES)[number], string> = {
  trading: 'place, change and cancel orders, and mint',
  data: 'market data',
  'account:write': 'settings and watchlists',
};

export function RegisterForm({ isBusy, isOpen, failure, onRegister }: Props) {
  const [form, setForm] = useState(EMPTY);
  const [scopes, setScopes] = useState<readonly string[]>([]);
  const field = textFields(form, setForm, failure);

  function register(event: FormEvent): void {
    event.preventDefault();
    onRegister({
      name: form.name,
      redirectUris: form.redirectUris.split(/[\s,]+/).filter((uri) => uri !== ''),
      scopes: SCOPE_NAMES.filter((scope) => scopes.includes(scope)),
    });
  }

  return (
    <details className="apps-details" open={isOpen}>
      <summary>Register an application</summary>
      <form
        className="form-pair apps-form"
        aria-label="Register an application"
        onSubmit={register}
      >
        {field('name', 'Name', 100)}
        {field(
          'redirectUris',
          'Redirect addresses, separated by spaces',
          4_000,
          'http://127.0.0.1:3000/back',
        )}
        <fieldset className="apps-scopes apps-wide">
          <legend className="field-label">It may ask for (reading needs no scope)</legend>
          {SCOPE_NAMES.map((scope) => (
            <Check
              key={scope}
              isOn={scopes.includes(scope)}
              onChange={(isOn) =>
                setScopes(isOn ? [...scopes, scope] : scopes.filter((one) => one !== scope))
              }
            >
              <code>{scope}</code> <span className="quiet-text">{MEANINGS[scope]}</span>
            </Check>
          ))}
        </fieldset>
        <div className="apps-actions">
          <button type="submit" disabled={isBusy}>
            Register
          </button>
        </div>
      </form>
    </details>
  );
}
