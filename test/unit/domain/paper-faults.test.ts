import { expect, it } from 'vitest';
import { PAPER_FAULTS } from '#main/domain/paper-faults.ts';
import { FaultRule } from '#main/paper/faults/fault.ts';

it.each(PAPER_FAULTS.map((fault) => [fault.name, fault] as const))(
  'the practice broker understands the fault %s',
  (_name, { text, rules, followed = [], lasting, toFills, counted, atOnce }) => {
    expect(text).toMatch(/^(An?|Another|The|Every) .{15,}/);
    expect([lasting, toFills, counted, atOnce].filter(Boolean)).toHaveLength(
      rules.length > 0 ? 0 : 1,
    );
    for (const rule of [...rules, ...followed])
      expect(FaultRule.safeParse(rule)).toMatchObject({ success: true });
  },
);

it('has every fault once', () => {
  expect(new Set(PAPER_FAULTS.map(({ name }) => name)).size).toBe(PAPER_FAULTS.length);
});
