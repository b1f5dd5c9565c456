// The fields of a key. They are uncontrolled: what is typed is in the field alone, is read once when it is sent, and the
// secret is gone from the page before the answer is there.
import { useId } from 'react';
import type { CredentialsInput } from '#contract/accounts.ts';
import type { Failure } from '#contract/failure.ts';
import { issueAt } from '#renderer/screens/settings/accounts/words.ts';
import { Choice } from '#renderer/ui/Field.tsx';

export type Proof = 'key' | 'token';

type Props = {
  proof: Proof;
  onProof: (proof: Proof) => void;
  failure: Failure | undefined;
};

const PROOFS = [
  ['key', 'Key ID and secret key'],
  ['token', 'Token (from OAuth)'],
] as const;

export function SecretFields({ proof, onProof, failure }: Props) {
  return (
    <>
      <Choice label="Sign in with" value={proof} options={PROOFS} onChange={onProof} />
      {proof === 'key' ? (
        <div className="accounts-pair">
          <Secret
            name="keyId"
            label="Key ID"
            type="text"
            issue={issueAt(failure, 'credentials.keyId')}
          />
          <Secret
            name="secretKey"
            label="Secret key"
            type="password"
            issue={issueAt(failure, 'credentials.secretKey')}
          />
        </div>
      ) : (
        <Secret
          name="token"
          label="Token"
          type="password"
          issue={issueAt(failure, 'credentials.token')}
        />
      )}
    </>
  );
}

type SecretProps = {
  name: string;
  label: string;
  type: 'text' | 'password';
  issue: string | undefined;
};

function Secret({ name, label, type, issue }: SecretProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type}
        className="num"
        maxLength={512}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={issue !== undefined}
        aria-describedby={issue === undefined ? undefined : `${id}-issue`}
      />
      <p id={`${id}-issue`} className="field-issue" aria-live="polite">
        {issue}
      </p>
    </div>
  );
}

/** Reads the key off its form and clears what is secret in it. */
export function takeCredentials(form: HTMLFormElement): CredentialsInput {
  const token = inputOf(form, 'token');
  if (token) return { token: taken(token) };
  const secret = inputOf(form, 'secretKey');
  return { keyId: inputOf(form, 'keyId')?.value ?? '', secretKey: secret ? taken(secret) : '' };
}

/** Everything of the key, once it is saved. */
export function clearCredentials(form: HTMLFormElement): void {
  for (const name of ['keyId', 'secretKey', 'token']) {
    const input = inputOf(form, name);
    if (input) input.value = '';
  }
}

/** Which of them was left empty, in words. */
export function missingCredential(form: HTMLFormElement): Failure | undefined {
  const missing = ['keyId', 'secretKey', 'token'].find(
    (name) => inputOf(form, name)?.value.trim() === '',
  );
  if (missing === undefined) return undefined;
  const message = MISSING[missing] ?? '';
  return { kind: 'invalid', issues: [{ path: `credentials.${missing}`, message }] };
}

const MISSING: Record<string, string> = {
  keyId: 'Enter the key ID.',
  secretKey: 'Enter the secret key.',
  token: 'Enter the token.',
};

function inputOf(form: HTMLFormElement, name: string): HTMLInputElement | undefined {
  const input = form.elements.namedItem(name);
  return input instanceof HTMLInputElement ? input : undefined;
}

function taken(input: HTMLInputElement): string {
  const { value } = input;
  input.value = '';
  return value;
}
