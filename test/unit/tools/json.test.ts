import { expect, it } from 'vitest';
import { parseJson } from '#main/tools/json.ts';

it.each([
  ['{"a":[1]}', { a: [1] }],
  ['null', null],
  ['', undefined],
  ['{', undefined],
])('reads %j', (text, value) => {
  expect(parseJson(text)).toEqual(value);
});
