/** What main asks a person itself, where no page can answer. The page says the same words, so that they are looked for. */
export const QUESTIONS = {
  allowTrading: 'Allow trading again?',
  arm: 'Arm live account',
  newAddress: 'Send a key to this address?',
} as const;
