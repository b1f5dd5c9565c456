import { describe, expect, it } from 'vitest';
import { OptionError, parseOptions } from '#main/shell/common/options.ts';
import { ownArguments } from '#main/shell/electron/arguments.ts';

describe('options', () => {
  it('has defaults that need no option', () => {
    expect(parseOptions([], {})).toEqual({
      shell: undefined,
      data: undefined,
      port: 0,
      open: true,
      allowLive: false,
      help: false,
    });
  });

  it('takes each option', () => {
    const argv = ['--shell', 'web', '--data', '/d', '--port', '4000', '--no-open', '--allow-live'];
    expect(parseOptions(argv, {})).toEqual({
      shell: 'web',
      data: '/d',
      port: 4000,
      open: false,
      allowLive: true,
      help: false,
    });
  });

  it('takes the data folder from the environment unless it is given', () => {
    expect(parseOptions([], { BALLAST_DATA: '/env' }).data).toBe('/env');
    expect(parseOptions(['--data=/given'], { BALLAST_DATA: '/env' }).data).toBe('/given');
  });

  it.each([
    [['--shell', 'tui'], '--shell must be electron or web'],
    [['--port', '70000'], '--port must be a number from 0 to 65535'],
    [['--port', 'x'], '--port must be a number from 0 to 65535'],
    [['--port', '-1'], '--port'],
    [['--data', ''], '--data needs the name of a folder'],
    [['--prot', '1'], '--prot'],
    [['somewhere'], 'somewhere'],
  ])('refuses %j in words', (argv, words) => {
    expect(() => parseOptions(argv, {})).toThrow(OptionError);
    expect(() => parseOptions(argv, {})).toThrow(words);
  });

  it('finds its own among the switches of Chromium', () => {
    const argv = [
      'electron',
      '--no-sandbox',
      '/project',
      '--data',
      '/d',
      '--inspect=0',
      '--port=7',
    ];
    expect(ownArguments(argv)).toEqual(['--data', '/d', '--port=7']);
  });
});
