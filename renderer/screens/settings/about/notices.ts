// The works of others inside Ballast that a person sees or runs, and the terms they come under.
type WorkNotice = { name: string; use: string; license: string; holder: string };

export const NOTICES: readonly WorkNotice[] = [
  {
    name: 'Lightweight Charts',
    use: 'Price charts',
    license: 'Apache-2.0',
    holder: 'TradingView, Inc., https://www.tradingview.com/',
  },
  {
    name: 'trading-signals',
    use: 'Indicators',
    license: 'MIT',
    holder: 'Benny Neugebauer',
  },
  {
    name: 'Inter',
    use: 'Text',
    license: 'SIL OFL 1.1',
    holder: 'The Inter Project Authors',
  },
  {
    name: 'JetBrains Mono',
    use: 'Numbers',
    license: 'SIL OFL 1.1',
    holder: 'The JetBrains Mono Project Authors',
  },
  { name: 'React', use: 'Screens', license: 'MIT', holder: 'Meta Platforms, Inc. and affiliates' },
  { name: 'Dockview', use: 'Panels', license: 'MIT', holder: 'mathuo' },
  { name: 'TanStack Virtual', use: 'Tables', license: 'MIT', holder: 'Tanner Linsley' },
  { name: 'Base UI', use: 'Menus and lists', license: 'MIT', holder: 'Material-UI SAS' },
  { name: 'Recharts', use: 'Account charts', license: 'MIT', holder: 'Recharts Group' },
  { name: 'Zod', use: 'Checks', license: 'MIT', holder: 'Colin McDonnell' },
  { name: 'Electron', use: 'Desktop shell', license: 'MIT', holder: 'Electron contributors' },
  { name: 'Fastify', use: 'Practice broker', license: 'MIT', holder: 'The Fastify team' },
  { name: 'ws', use: 'Streams', license: 'MIT', holder: 'Einar Otto Stangvik' },
  { name: 'msgpackr', use: 'Streams', license: 'MIT', holder: 'Kris Zyp' },
  { name: 'keytar', use: 'Keychain', license: 'MIT', holder: 'GitHub, Inc.' },
  { name: 'noble hashes, scure base', use: 'Addresses', license: 'MIT', holder: 'Paul Miller' },
  { name: 'csv-parse', use: 'Batches', license: 'MIT', holder: 'David Worms' },
  { name: 'conf, electron-store', use: 'Settings', license: 'MIT', holder: 'Sindre Sorhus' },
];

/** The browser inside, as the page knows it. */
export const engineOf = (userAgent: string): string =>
  ['Electron', 'Chrome', 'Firefox']
    .flatMap((name) => {
      const version = new RegExp(`${name}/([\\d.]+)`).exec(userAgent)?.[1];
      return version === undefined ? [] : [`${name} ${version}`];
    })
    .join(', ') || 'unknown';
