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
