import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TICKS, tickOf } from '#renderer/ui/tick.ts';

describe('the flash of a price', () => {
  it('has another name each time, so that it begins again without a layout in between', () => {
    const first = tickOf('10.00', '10.01', undefined);
    const second = tickOf('10.01', '10.02', first);
    const third = tickOf('10.02', '10.03', second);
    expect([first, second, third]).toEqual(['ticked-up', 'ticked-up-again', 'ticked-up']);
  });

  it('tells up from down by the number, and nothing when it stood still', () => {
    expect(tickOf('9.99', '10.00', undefined)).toBe('ticked-up');
    expect(tickOf('10.00', '9.99', 'ticked-up')).toBe('ticked-down');
    expect(tickOf('10.0', '10.00', 'ticked-up')).toBeUndefined();
  });

  it('has an animation of its own behind each name', () => {
    const css = readFileSync(new URL('../../../renderer/ui/base.css', import.meta.url), 'utf8');
    const names = Object.values(TICKS).flat();
    const animations = names.map(
      (name) => new RegExp(`\\.${name} \\{\\s+animation: ([\\w-]+) `).exec(css)?.[1],
    );
    expect(new Set(animations).size).toBe(names.length);
    for (const animation of animations) expect(css).toContain(`@keyframes ${animation} {`);
  });
});
