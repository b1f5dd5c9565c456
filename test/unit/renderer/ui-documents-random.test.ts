// Three windows change the same documents in any order, while their messages are under way, overtake each other, and main
// starts anew. In the end all agree, and nothing is lost that only one of them changed.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createDocumentsWorld, turn, type Window } from '#test/unit/renderer/documents-world.ts';

const WINDOWS = 3;
const NAMES = ['a', 'b', '7'];

type Change = (window: Window, name: string, nth: number) => [place: string, value: unknown];

/** Each says which place it changed, and to what. */
const CHANGES: Change[] = [
  (window, name, nth) => {
    const layouts = window.get('layouts');
    window.set('layouts', { ...layouts, saved: { ...layouts.saved, [name]: nth } });
    return [`saved ${name}`, nth];
  },
  (window, name) => {
    const { [name]: _, ...saved } = window.get('layouts').saved;
    window.set('layouts', { ...window.get('layouts'), saved });
    return [`saved ${name}`, undefined];
  },
  (window, name, nth) => {
    const others = window.get('views').orders.filter((one) => one.name !== name);
    const view = { name, text: '', status: 'all', side: 'any', symbol: '', days: nth } as const;
    window.set('views', { orders: [...others, view] });
    return [`view ${name}`, nth];
  },
  (window, name) => {
    window.set('views', { orders: window.get('views').orders.filter((one) => one.name !== name) });
    return [`view ${name}`, undefined];
  },
  (window, _, nth) => {
    const theme = (['system', 'dark', 'light', 'high-contrast'] as const)[nth % 4] ?? 'dark';
    window.set('appearance', { ...window.get('appearance'), theme });
    return ['theme', theme];
  },
  (window, _, nth) => {
    window.set('appearance', { ...window.get('appearance'), isPrivate: nth % 2 === 0 });
    return ['isPrivate', nth % 2 === 0];
  },
  (window, _, nth) => {
    void window.commit({ isReviewSkipped: nth % 2 === 0 });
    return ['isReviewSkipped', nth % 2 === 0];
  },
];

const placesOf = (window: Window): Map<string, unknown> => {
  const { theme, isPrivate, isReviewSkipped } = window.get('appearance');
  return new Map<string, unknown>([
    ...Object.entries({ theme, isPrivate, isReviewSkipped }),
    ...Object.entries(window.get('layouts').saved).map(
      ([name, nth]) => [`saved ${name}`, nth] as const,
    ),
    ...window.get('views').orders.map(({ name, days }) => [`view ${name}`, days] as const),
  ]);
};

const Step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      window: fc.nat(WINDOWS - 1),
      change: fc.constantFrom(...CHANGES),
      name: fc.constantFrom(...NAMES),
    }),
  },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('travel' as const), which: fc.nat(9) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('flush' as const, 'load' as const),
      window: fc.nat(WINDOWS - 1),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
);

it('nothing is lost that one window changed, whatever travels when', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.boolean(),
      fc.array(Step, { maxLength: 60, size: 'max' }),
      async (isRead, isInOrder, steps) => {
        const world = createDocumentsWorld(true);
        const windows = Array.from({ length: WINDOWS }, () => world.open());
        if (isRead) for (const window of windows) void window.load();
        await world.settle();
        /** By place and window, what the person last did there. */
        const done = new Map<string, Map<number, unknown>>();
        for (const [nth, step] of steps.entries()) {
          if (step.kind === 'restart') world.restart();
          if (step.kind === 'travel') {
            const { travelling } = world;
            const chosen = travelling[step.which % (travelling.length || 1)];
            // What one window asks reaches main in its order, unless this run is about what does not.
            const next =
              isInOrder && chosen?.asks
                ? travelling.find(({ asks }) => asks === chosen.asks)
                : chosen;
            if (next) await travelling.splice(travelling.indexOf(next), 1)[0]?.step();
          }
          const window = 'window' in step ? windows[step.window] : undefined;
          if (step.kind === 'flush') window?.flush();
          if (step.kind === 'load') void window?.load();
          if (step.kind === 'change' && window) {
            const [place, value] = step.change(window, step.name, nth);
            done.set(place, (done.get(place) ?? new Map()).set(step.window, value));
          }
          await turn();
          // What a person did shows where it was done, at every moment; a choice about safety when main has it.
          for (const [place, byWindow] of done)
            for (const [by, value] of byWindow)
              if (isInOrder && byWindow.size === 1 && place !== 'isReviewSkipped')
                expect(placesOf(windows[by] as Window).get(place)).toEqual(value);
        }
        for (const window of windows) window.flush();
        await world.settle();
        for (const window of windows) void window.load();
        await world.settle();

        const [first = new Map<string, unknown>(), ...others] = windows.map(placesOf);
        for (const other of others) expect(other).toEqual(first);
        for (const [place, byWindow] of done)
          expect([...byWindow.values()]).toContain(first.get(place));
        expect(world.stored('layouts')?.saved ?? {}).toEqual(windows[0]?.get('layouts').saved);
        expect(windows.flatMap(({ problems }) => problems)).toEqual([]);
      },
    ),
    { numRuns: 200 },
  );
});
