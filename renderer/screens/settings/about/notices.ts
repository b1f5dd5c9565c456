// The works of others inside Ballast that a person sees or runs, and the terms they come under.
type WorkNotice = { name: string; use: string; licence: string; holder: string };

export const NOTICES: readonly WorkNotice[] = [
  {
    name: 'Lightweight Charts',
    use: 'Price charts',
    licence: 'Apache-2.0',
    holder: 'TradingView, Inc., https://www.tradingview.com/',
  },
  {
    name: 'trading-signals',
    use: 'Indicators',
    licence: 'MIT',
    holder: 'Benny Neugebauer',
  },
  {
    name: 'Inter',
    use: 'Text',
    licence: 'SIL OFL 1.1',
    holder: 'The Inter Project Authors',
  },
  {
    name: 'JetBrains Mono',
    use: 'Numbers',
    licence: 'SIL OFL 1.1',
    holder: 'The JetBrains Mono Project Authors',
  },
  { name: 'React', use: 'Screens', licence: 'MIT', holder: 'Meta Platforms, Inc. and affiliates' },
  { name: 'Dockview', use: 'Panels', licence: 'MIT', holder: 'mathuo' },
  { name: 'TanStack Virtual', use: 'Tables', licence: 'MIT', holder: 'Tanner Linsley' },
  { name: 'Base UI', use: 'Menus and lists', licence: 'MIT', holder: 'Material-UI SAS' },
  { name: 'Recharts', use: 'Account charts', licence: 'MIT', holder: 'Recharts Group' },
  { name: 'Zod', use: 'Checks', licence: 'MIT', holder: 'Colin McDonnell' },
  { name: 'Electron', use: 'Desktop shell', licence: 'MIT', holder: 'Electron contributors' },
  { name: 'Fastify', use: 'Embedded broker', licence: 'MIT', holder: 'The Fastify team' },
  { name: 'ws', use: 'Streams', licence: 'MIT', holder: 'Einar Otto Stangvik' },
  { name: 'msgpackr', use: 'Streams', licence: 'MIT', holder: 'Kris Zyp' },
  { name: 'keytar', use: 'Keychain', licence: 'MIT', holder: 'GitHub, Inc.' },
  { name: 'noble hashes, scure base', use: 'Addresses', licence: 'MIT', holder: 'Paul Miller' },
  { name: 'csv-parse', use: 'Batches', licence: 'MIT', holder: 'David Worms' },
  { name: 'conf, electron-store', use: 'Settings', licence: 'MIT', holder: 'Sindre Sorhus' },
  { name: 'electron-updater', use: 'Updates', licence: 'MIT', holder: 'Vladimir Krivosheev' },
];

/** The browser inside, as the page knows it. */
export const engineOf = (userAgent: string): string =>
  ['Electron', 'Chrome', 'Firefox']
    .flatMap((name) => {
      const version = new RegExp(`${name}/([\\d.]+)`).exec(userAgent)?.[1];
      return version === undefined ? [] : [`${name} ${version}`];
    })
    .join(', ') || 'unknown';
