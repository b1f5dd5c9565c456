// The fields of a key: a pair, or a token.
import type { CredentialsInput } from '#contract/accounts.ts';
import { invalid, type Failure } from '#contract/failure.ts';
import { issueAt } from '#renderer/core/issue-at.ts';
import { Choice } from '#renderer/ui/Select.tsx';
import { inputOf, SecretField, takeSecret } from '#renderer/ui/SecretField.tsx';

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
        <div className="form-pair">
          <SecretField
            name="keyId"
            label="Key ID"
            type="text"
            issue={issueAt(failure, 'credentials.keyId')}
          />
          <SecretField
            name="secretKey"
            label="Secret key"
            issue={issueAt(failure, 'credentials.secretKey')}
          />
        </div>
      ) : (
        <SecretField name="token" label="Token" issue={issueAt(failure, 'credentials.token')} />
      )}
    </>
  );
}

/** Reads the key off its form and clears what is secret in it. */
export function takeCredentials(form: HTMLFormElement): CredentialsInput {
  if (inputOf(form, 'token')) return { token: takeSecret(form, 'token') };
  return { keyId: inputOf(form, 'keyId')?.value ?? '', secretKey: takeSecret(form, 'secretKey') };
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
  return invalid(MISSING[missing] ?? '', `credentials.${missing}`).failure;
}

const MISSING: Record<string, string> = {
  keyId: 'Enter the key ID.',
  secretKey: 'Enter the secret key.',
  token: 'Enter the token.',
};
