import { expect, it } from 'vitest';
import { describeFailure, fail, type Failure } from '#contract/failure.ts';

const invalid = (...messages: string[]): Failure =>
  fail({ kind: 'invalid', issues: messages.map((message) => ({ path: '', message })) }).failure;

it.each([
  [['Enter a symbol', 'Enter a quantity'], 'Enter a symbol. Enter a quantity'],
  [
    ['a.example counts as live. Connect it as a live account.', 'Give it a name.'],
    'a.example counts as live. Connect it as a live account. Give it a name.',
  ],
  [['Only this one.'], 'Only this one.'],
])('puts one full stop between the issues %j', (messages, text) => {
  expect(describeFailure(invalid(...messages))).toBe(text);
});

it.each([
  ['forbidden', 'forbidden.'],
  ['no shares.', 'no shares.'],
  ['what?', 'what?'],
])('ends what the broker said as a sentence ends: %s', (message, text) => {
  expect(describeFailure({ kind: 'refused', status: 422, message })).toBe(
    `The broker refused: ${text}`,
  );
  expect(describeFailure({ kind: 'unavailable', status: 503, message })).toBe(
    `The broker could not answer (503): ${text}`,
  );
});
