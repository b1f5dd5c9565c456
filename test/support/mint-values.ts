// A mint that would go through, for tests of every level.

// The addresses are published examples of their networks.
export const SOLANA = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
export const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

export const MINT = {
  'Underlying symbol': 'AAPL',
  Quantity: '1.5',
  Issuer: 'xstocks',
  Network: 'solana',
  'Wallet address': SOLANA,
};
