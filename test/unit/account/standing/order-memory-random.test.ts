import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMemoryWorld, type Op } from '#test/unit/account/standing/memory-world.ts';

const number = fc.nat({ max: 999 });
const op = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Op>('place') },
  { weight: 2, arbitrary: fc.constantFrom<Op>('bracket', 'replace') },
  { weight: 9, arbitrary: fc.constantFrom<Op>('fill', 'cancel', 'trim') },
  { weight: 2, arbitrary: fc.constant<Op>('late') },
  { weight: 3, arbitrary: fc.constantFrom<Op>('bust', 'correct', 'again', 'list') },
  { weight: 2, arbitrary: fc.constantFrom<Op>('read', 'ask', 'restart', 'gone') },
);
const history = fc.array(fc.tuple(op, number, number), {
  minLength: 10,
  maxLength: 60,
  size: 'max',
});

it('tells the same of any history, whatever leaves memory and whenever', () => {
  let trimmed = 0;
  fc.assert(
    fc.property(history, (steps) => {
      const world = createMemoryWorld();
      try {
        for (const [name, a, b] of steps) {
          world.run(name, a, b);
          const [small, large] = world.standings();
          expect(small).toEqual(large);
          if (name !== 'ask') continue;
          const [one, other] = world.ask(a);
          expect(one).toEqual(other);
        }
        const [one, other] = world.all();
        expect(one).toEqual(other);
        trimmed += world.trimmed();
      } finally {
        world.end();
      }
    }),
    { numRuns: 30 },
  );
  expect(trimmed).toBeGreaterThan(20);
  // Each history is two journals on the disk: on a busy one that is slow, and no fault.
}, 300_000);
