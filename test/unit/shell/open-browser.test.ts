import { expect, it } from 'vitest';
import { redirectingPage } from '#main/shell/common/open-browser.ts';

it('puts an address into the redirecting page without letting it become markup', () => {
  const page = redirectingPage(`https://app.example/?a=1&copy=2&b="><script>'`);
  expect(page).toContain(
    'url=https://app.example/?a=1&#38;copy=2&#38;b=&#34;&#62;&#60;script&#62;&#39;">',
  );
  expect(page.match(/</g)).toHaveLength(3);
});
