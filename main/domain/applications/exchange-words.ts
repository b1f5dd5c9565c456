// What came of a code that an application sent in, for the person whose account it was for. The application itself is
// told by the standard error of its request.
const WORDS: Readonly<Record<string, string>> = {
  exchanged: 'It exchanged its code for a token.',
  wrong_secret:
    'Refused: it sent a wrong client secret. It got no token; the code can still be used with the right one.',
  disabled:
    'Refused: it is disabled. It got no token; the code can still be used once it is enabled.',
  unknown_code: 'Refused: it sent a code that was not issued here, or more than a day ago.',
  expired_code: 'Refused: its code was older than ten minutes. It has to ask for access again.',
  used_code:
    'Refused: the code was used before. It got no second token; if the application did not send it twice, somebody else has its codes.',
  replayed_code:
    'Refused: the code was used before, so the token that it gave the first time has ended as well. The application has to ask for access again; if it did not send its code twice, somebody else has its codes.',
  revoked_code: 'Refused: its access was taken back before it used its code.',
  other_client: 'Refused: the code was issued to another application, and is used up.',
  other_redirect:
    'Refused: it named another redirect address than the one that its code was sent to. The code is used up.',
  other_verifier:
    'Refused: it could not prove that the code was made for it (PKCE). The code is used up.',
};

export const exchangeText = (outcome: string): string =>
  WORDS[outcome] ?? `Refused: ${outcome.replaceAll('_', ' ')}.`;
