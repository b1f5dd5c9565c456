import { expect, it } from 'vitest';
import { compareVersions, isVersion } from '#main/updates/versions.ts';

/** Each comes after the one before it; the suffixes are those of semver.org. */
const ORDERED = [
  '0.1.0-testvehicle.1',
  '0.1.0-testvehicle.2',
  '0.1.0-testvehicle.10',
  '0.1.0',
  '0.1.9',
  '0.1.10',
  '0.2.0',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  '1.0.0',
  '10.0.0',
];

it('orders versions as semver does', () => {
  for (const [at, one] of ORDERED.entries())
    for (const [against, other] of ORDERED.entries())
      expect([one, other, Math.sign(compareVersions(one, other))]).toEqual([
        one,
        other,
        Math.sign(at - against),
      ]);
});

it.each([
  '',
  '1',
  '1.2',
  'v1.2.3',
  '1.2.3.4',
  '1.2.x',
  '1.2.3-',
  '1.2.3-a..b',
  '1.2.3+b',
  ' 1.2.3',
  '1.2.3\n',
  `1.2.3-${'a'.repeat(80)}`,
])('takes %j for no version', (text) => {
  expect(isVersion(text)).toBe(false);
});
