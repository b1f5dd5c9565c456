import { expect, it } from 'vitest';
import type { Bridge } from '#contract/bridge.ts';
import { QUESTIONS } from '#contract/questions.ts';
import { whereAsked, whereShown } from '#renderer/core/bridge/where-asked.ts';

const electron = { ballast: {} as Bridge };

it('each shell names its own place alone', () => {
  const there = [whereAsked(QUESTIONS.exit, electron), whereShown(electron)].join(' ');
  const here = [whereAsked(QUESTIONS.exit, {}), whereShown({})].join(' ');
  expect([/window/.test(there), /terminal/.test(there)]).toEqual([true, false]);
  expect([/window/.test(here), /terminal/.test(here)]).toEqual([false, true]);
});
