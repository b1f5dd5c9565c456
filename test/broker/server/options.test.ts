import { describe, expect, it } from 'vitest';
import { parseOptions } from '#main/paper/options.ts';

describe('the command line', () => {
  it('has a default for everything', () => {
    expect(parseOptions([])).toEqual({
      ok: true,
      options: {
        port: 4010,
        seed: undefined,
        speed: 1,
        hours: undefined,
        data: undefined,
        keyId: undefined,
        secretKey: undefined,
        credentials: 'arguments',
        authorizedParticipant: false,
        ratePerMinute: 200,
        plan: 'plus',
        startMs: undefined,
        tradeFrames: 'binary',
        oauthClients: [],
      },
    });
  });

  it('takes every option', () => {
    const line =
      '--port 0 --seed 7 --speed 60 --hours real --data /tmp/x --key K --secret S --ap --rate 1000 --plan free --start 2026-01-05T14:30:00Z --trade-frames text';
    const parsed = parseOptions([
      ...line.split(' '),
      '--oauth-client',
      'My app=http://localhost:3000/back?a=b',
    ]);
    expect(parsed).toEqual({
      ok: true,
      options: {
        port: 0,
        seed: 7,
        speed: 60,
        hours: 'real',
        data: '/tmp/x',
        keyId: 'K',
        secretKey: 'S',
        credentials: 'arguments',
        authorizedParticipant: true,
        ratePerMinute: 1000,
        plan: 'free',
        startMs: Date.parse('2026-01-05T14:30:00Z'),
        tradeFrames: 'text',
        oauthClients: [{ name: 'My app', redirectUri: 'http://localhost:3000/back?a=b' }],
      },
    });
  });

  it.each([
    [['--port', '70000'], "--port is a whole number from 0 to 65535, not '70000'."],
    [['--port', '-1'], /--port/],
    [['--port'], /--port/],
    [['--speed', '0'], "--speed is a number from 0.01 to 3600, not '0'."],
    [['--speed', '1e3'], /--speed is a number/],
    [['--plan', 'gold'], "--plan is free or plus, not 'gold'."],
    [['--hours', 'sometimes'], "--hours is always or real, not 'sometimes'."],
    [['--key', 'K'], /--key and --secret belong together/],
    [['--key', 'a:b', '--secret', 's'], /--key is 1 to 128 printable characters/],
    [['--key', 'K', '--secret', 'S', '--credentials', 'stdin'], /not both/],
    [['--credentials', 'env'], /--credentials is stdin or ipc/],
    [['--rate', '0'], /--rate is a whole number from 1/],
    [['--start', '2026-01-05'], /--start is a time with an offset/],
    [['--start', '2026-13-05T00:00:00Z'], /--start is a time/],
    [['--seed', 'abc'], /--seed is a whole number/],
    [['--data', ''], /--data is 1 to 4096 characters/],
    [['--oauth-client', 'Demo'], /--oauth-client is NAME=REDIRECT_URI/],
    [['--nonsense'], /--nonsense/],
    [['stray'], /stray/],
    [['--help'], /npm run paper/],
  ])('answers %j with a sentence', (args, message) => {
    const parsed = parseOptions(args);
    expect(parsed.ok).toBe(false);
    if (parsed.ok) return;
    if (typeof message === 'string') expect(parsed.message).toBe(message);
    else expect(parsed.message).toMatch(message);
    expect(parsed.message).not.toMatch(/TypeError|at .*\.ts/);
  });
});
