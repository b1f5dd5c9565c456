// Links as a stranger might make them: good ones and hostile ones, taken apart and put together wrongly. Each is read into
// something that can be answered safely, or turned away with a calm sentence; none of them is carried out.
import { expect, it, vi } from 'vitest';
import { describeFailure } from '#contract/failure.ts';
import { isReturnAddress } from '#contract/oauth.ts';
import { askIssues, readAuthorizationLink } from '#main/domain/applications/authorization-link.ts';
import { readReturnAddress } from '#main/domain/applications/return-address.ts';
import { linkIn } from '#main/shell/electron/links.ts';
import { PROTOTYPE_NAMES } from '#test/campaigns/support/junk.ts';
import { createDice, repeatFile, SEED, type Dice } from '#test/campaigns/support/seed.ts';
import { watchProcess } from '#test/support/process-watch.ts';
import { tellProof } from '#test/support/proof.ts';
import { atScale } from '#test/support/scale.ts';
import { goodLink, HOSTILE_LINKS } from '#test/unit/domain/applications/hostile-links.ts';

vi.mock('electron', () => ({}));

const COUNT = atScale(100_000);
/** What a person can read without being alarmed or fooled: one short line in plain characters. */
const CALM = /^[A-Z][\x20-\x7e…]{10,300}$/;
const LONGEST = 10_000;

const PIECES = [
  '%',
  '%00',
  '%zz',
  '%ff%fe',
  '&',
  '=',
  '#',
  '?',
  '/',
  '\\',
  '..',
  '@',
  ':',
  '[',
  ']',
  ';',
  '+',
  ' ',
  '\0',
  '\n',
  '\u202e',
  '\ud800',
  'е',
  'client_id',
  'redirect_uri',
  'state=',
  'ballast://',
  'https://',
  'javascript:',
  'localhost',
  '127.0.0.1',
  ...PROTOTYPE_NAMES,
];

it(`reads or turns away ${COUNT} links (BALLAST_FUZZ_SEED=${SEED})`, () => {
  const watch = watchProcess();
  const dice = createDice(SEED);
  const zero = { threw: 0, alarming: 0, unsafe: 0, carriedOver: 0 };
  const complaints: string[] = [];
  let read = 0;
  for (let count = 0; count < COUNT; count++) {
    const link = mutatedLink(dice);
    const complain = (what: keyof typeof zero, told: unknown): void => {
      zero[what]++;
      if (complaints.length < 10)
        complaints.push(`${what}: ${JSON.stringify(link)} → ${String(told)}`);
    };
    try {
      const carried = linkIn(['ballast', '--hidden', link]);
      const isOurs = /^ballast:\/\//i.test(link) && link.length <= LONGEST;
      if ((carried === undefined) === isOurs) complain('carriedOver', carried);
      const result = readAuthorizationLink(link);
      if (!result.ok) {
        const words = describeFailure(result.failure);
        if (!CALM.test(words)) complain('alarming', words);
        continue;
      }
      read++;
      const address = readReturnAddress(result.value.redirectUri);
      const isSafe =
        address.ok &&
        isReturnAddress(address.address.href) &&
        askIssues(result.value).length === 0 &&
        link.trim().startsWith('ballast://oauth/authorize?');
      if (!isSafe) complain('unsafe', JSON.stringify(result.value));
    } catch (error) {
      complain('threw', error);
    }
  }
  watch.stop();
  tellProof({
    part: 'fuzz',
    what: 'deep links and authorization links',
    count: COUNT,
    zero: { ...zero, unhandled: watch.unhandled.length },
    figures: { read, 'turned away': COUNT - read },
    seed: SEED,
    repeat: repeatFile('fuzz-links.test.ts'),
  });
  expect(complaints).toEqual([]);
  expect(read).toBeGreaterThan(COUNT / 100);
  expect(read).toBeLessThan(COUNT / 2);
});

function mutatedLink({ pick, below, chance }: Dice): string {
  let link = chance(0.6) ? goodLink() : pick(HOSTILE_LINKS);
  for (let times = below(4); times > 0; times--) {
    const at = below(link.length + 1);
    const kind = below(6);
    if (kind === 0) link = link.slice(0, at) + pick(PIECES) + link.slice(at);
    else if (kind === 1) link = link.slice(0, at) + link.slice(at + 1 + below(4));
    else if (kind === 2)
      link = link.slice(0, at) + String.fromCharCode(below(0x1_0000)) + link.slice(at + 1);
    else if (kind === 3) link += `&${pick(PIECES)}=${pick(PIECES)}`;
    else if (kind === 4) link = link.slice(0, at) + link.slice(at).toUpperCase();
    else if (chance(0.05)) link += 'x'.repeat(below(20_000));
  }
  return link;
}
