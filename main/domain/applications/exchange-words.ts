// What came of a code that an application sent in, for the person whose account it was for. The application itself is
// told by the standard error of its request.
const WORDS: Readonly<Record<string, string>> = {
  exchanged: 'It exchanged its code for a token.',
  wrong_secret:
    'Refused: it sent a wrong client secret. It got no token; the code can still be used with the right one.',
  disabled:
    'Refused: it is disabled. It got no token; the code can still be used once it is enabled.',
  unknown_code: 'Refused: it sent a code that was not issued here, or more than a day ago.',
  expired_code: 'Refused: its code was more than ten minutes old. It must ask for access again.',
  used_code:
    'Refused: the code was already used. No second token was issued. If the application did not send the code twice, someone else has its codes.',
  replayed_code:
    'Refused: the code was already used, so the token issued for it has been revoked too. The application must ask for access again. If it did not send the code twice, someone else has its codes.',
  revoked_code: 'Refused: its access was revoked before it used its code.',
  other_client: 'Refused: the code was issued to another application and can no longer be used.',
  other_redirect:
    'Refused: the redirect address is not the one its code was sent to. The code can no longer be used.',
  other_verifier:
    'Refused: it could not prove that the code was issued for it (PKCE). The code can no longer be used.',
};

export const exchangeText = (outcome: string): string =>
  WORDS[outcome] ?? `Refused: ${outcome.replaceAll('_', ' ')}.`;
