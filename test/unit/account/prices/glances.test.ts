import { describe, expect, it } from 'vitest';
import { fail, ok, type Failure } from '#contract/failure.ts';
import { createGlances } from '#main/account/prices/glances.ts';

const UNKNOWN: Failure = { kind: 'refused', status: 404, message: 'asset not found' };

function setUp(failures: Record<string, Failure> = {}) {
  const asked: string[] = [];
  let changes = 0;
  const glances = createGlances({
    client: {
      asset: async (symbol) => {
        asked.push(symbol);
        const failure = failures[symbol];
        return failure ? fail(failure) : ok({ symbol, name: symbol, tradable: true } as never);
      },
    },
    signal: new AbortController().signal,
    onChange: () => changes++,
    log: () => undefined,
  });
  const look = async (...symbols: string[]) => {
    for (const symbol of symbols) {
      glances.lookAt(symbol);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { glances, look, asked, changes: () => changes };
}

describe('glances', () => {
  it('follow a symbol once the broker knows it, and ask once', async () => {
    const { glances, look, asked, changes } = setUp();
    await look('KO', 'KO', 'KO');
    expect([glances.symbols(), asked, changes()]).toEqual([['KO'], ['KO'], 1]);
  });

  it('never follow what the broker does not know, and do not ask again', async () => {
    const { glances, look, asked } = setUp({ ZZ: UNKNOWN });
    await look('ZZ', 'ZZ');
    expect([glances.symbols(), asked]).toEqual([[], ['ZZ']]);
  });

  it('ask again after an answer that proves nothing', async () => {
    const { look, asked } = setUp({ KO: { kind: 'offline', message: 'gone' } });
    await look('KO', 'KO');
    expect(asked).toEqual(['KO', 'KO']);
  });

  it('keep the last few', async () => {
    const { glances, look } = setUp();
    await look('A', 'B', 'C', 'D', 'E', 'F');
    expect(glances.symbols()).toEqual(['F', 'E', 'D', 'C']);
  });
});
