// What the broker's refusals of the three operations mean, in words that say what to do. A 401 there is not about the
// account's own key: it says that the application is unknown, out of reach, or that its secret is wrong.
import { fail, type Failed, type Failure } from '#contract/failure.ts';

type OAuthOperation = 'lookup' | 'authorize' | 'token';

const UNKNOWN_APP = 'no application has this client id, or the broker’s key pair may not use it';

export function refusalInWords(failure: Failure, operation: OAuthOperation): Failed {
  if (failure.kind === 'unauthorized')
    return fail({ ...failure, kind: 'refused', message: unauthorizedText(operation) });
  if (failure.kind === 'refused' && failure.status === 422)
    return fail({ ...failure, message: invalidText(failure.message) });
  if (failure.kind === 'offline' && operation !== 'lookup')
    return fail({
      ...failure,
      message: `${failure.message} Nothing was sent to the application. Start again when the broker answers.`,
    });
  return fail(failure);
}

function unauthorizedText(operation: OAuthOperation): string {
  return operation === 'lookup'
    ? `${UNKNOWN_APP}. If the link is for another of your accounts, choose that account and open the link again; otherwise check the client id with the person who gave it to you.`
    : `${UNKNOWN_APP}, or the stored client secret is not the application’s. Nothing was granted; check the client id and the secret.`;
}

/** The redirect address was right, and what was asked for was not. */
export const isScopeRefusal = (failure: Failure): boolean =>
  failure.kind === 'refused' && failure.status === 422 && isAboutScope(failure.message);

const isAboutRedirect = (message: string): boolean => /redirect/i.test(message);
const isAboutScope = (message: string): boolean =>
  /scope/i.test(message) && !isAboutRedirect(message);

/** The broker says which of the two it was, where it says so at all. */
function invalidText(message: string): string {
  const what = isAboutRedirect(message)
    ? 'the redirect address is not one of this application’s'
    : isAboutScope(message)
      ? 'the application asks for a scope that the broker does not have or does not allow it'
      : 'the redirect address or the scope is not valid for this application';
  return `${what}. Nothing was granted; the application’s developer must correct this.`;
}
