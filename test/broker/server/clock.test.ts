import { describe, expect, it } from 'vitest';
import { createClock } from '#main/paper/clock.ts';

/** Wall time by hand: timers run when the test moves it past them. */
function fakeWall() {
  let now = 1_000_000;
  let timers: { at: number; run: () => void }[] = [];
  return {
    wall: () => now,
    schedule(run: () => void, delayMs: number) {
      const timer = { at: now + delayMs, run };
      timers.push(timer);
      return () => (timers = timers.filter((other) => other !== timer));
    },
    pass(ms: number) {
      const end = now + ms;
      for (;;) {
        const next = timers.toSorted((a, b) => a.at - b.at)[0];
        if (!next || next.at > end) break;
        now = Math.max(now, next.at);
        timers = timers.filter((other) => other !== next);
        next.run();
      }
      now = end;
    },
    jumpBack: (ms: number) => (now -= ms),
    armed: () => timers.length,
  };
}

const start = (options: { virtual?: boolean; speed?: number } = {}) => {
  const wall = fakeWall();
  const clock = createClock(
    { startMs: 5000, virtual: options.virtual ?? false, speed: options.speed ?? 1 },
    wall,
  );
  return { wall, clock };
};

describe('on wall time', () => {
  it('keeps pace, at the speed it is given, and changes it without a jump', () => {
    const { wall, clock } = start({ speed: 2 });
    wall.pass(100);
    expect(clock.now()).toBe(5200);
    clock.setSpeed(0.5);
    wall.pass(100);
    expect(clock.now()).toBe(5250);
  });

  it('stands still while paused and goes on from there', () => {
    const { wall, clock } = start();
    clock.pause();
    wall.pass(1000);
    expect([clock.now(), clock.state().paused]).toEqual([5000, true]);
    clock.step(10);
    clock.resume();
    wall.pass(5);
    expect(clock.now()).toBe(5015);
  });

  it('never runs backwards when the wall clock does', () => {
    const { wall, clock } = start();
    wall.pass(100);
    expect(clock.now()).toBe(5100);
    wall.jumpBack(80);
    expect(clock.now()).toBe(5100);
  });

  it('runs what is due, in order, and not what was canceled', () => {
    const { wall, clock } = start({ speed: 10 });
    const ran: string[] = [];
    clock.at(5300, () => ran.push('late'));
    clock.at(5100, () => ran.push('early'));
    clock.at(5200, () => ran.push('never'))();
    clock.at(4000, () => ran.push('past'));
    wall.pass(9);
    expect(ran).toEqual(['past']);
    wall.pass(21);
    expect(ran).toEqual(['past', 'early', 'late']);
    expect(wall.armed()).toBe(0);
  });

  it('arms again for a wait longer than a timer can be', () => {
    const { wall, clock } = start();
    let ran = 0;
    clock.at(5000 + 90 * 86_400_000, () => ran++);
    wall.pass(90 * 86_400_000 - 1);
    expect(ran).toBe(0);
    wall.pass(1);
    expect(ran).toBe(1);
  });

  it('holds no timer after it was stopped', () => {
    const { wall, clock } = start();
    clock.at(6000, () => undefined);
    clock.stop();
    expect(wall.armed()).toBe(0);
  });
});

describe('on virtual time', () => {
  it('moves by ticks and steps alone, and has no speed', () => {
    const { wall, clock } = start({ virtual: true });
    wall.pass(1000);
    expect(clock.now()).toBe(5000);
    clock.tick();
    clock.step(10);
    expect([clock.now(), clock.setSpeed(2), wall.armed()]).toEqual([5011, false, 0]);
  });

  it('shows each thing that falls due during a step its own moment, and tells it beforehand', () => {
    const { clock } = start({ virtual: true });
    const seen: [string, number][] = [];
    clock.onAdvance((nowMs) => seen.push(['advance', nowMs]));
    clock.at(5200, () => {
      seen.push(['second', clock.now()]);
      clock.at(5250, () => seen.push(['nested', clock.now()]));
    });
    clock.at(5100, () => seen.push(['first', clock.now()]));
    clock.step(300);
    expect(seen).toEqual([
      ['advance', 5100],
      ['first', 5100],
      ['advance', 5200],
      ['second', 5200],
      ['advance', 5250],
      ['nested', 5250],
      ['advance', 5300],
    ]);
  });

  it('goes on after something due has thrown', () => {
    const { clock } = start({ virtual: true });
    clock.at(5001, () => {
      throw new Error('broken');
    });
    expect(() => clock.tick()).toThrow('broken');
    clock.tick();
    expect(clock.now()).toBe(5002);
  });
});
