/** What main asks a person itself, where no page can answer. The page says the same words, so that they are looked for. */
export const QUESTIONS = {
  allowTrading: 'Allow trading again?',
  arm: 'Arm live account',
  newAddress: 'Send a key to this address?',
  exit: 'Send this exit while all trading is stopped?',
  mint: 'Send tokens to a new address?',
  guards: 'Loosen the guards?',
  remove: 'Remove this account and its journal?',
  forgetKey: 'Forget the key of this account?',
  firstLock: 'Set a passphrase for the lock?',
  lockOff: 'Remove the lock?',
  letIn: 'Let this application in?',
  token: 'Issue a token?',
  showToken: 'Your token',
  openAddress: 'Open this address in your browser?',
} as const;
