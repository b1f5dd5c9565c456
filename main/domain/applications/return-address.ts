// Where the answer to an application goes. The address comes from a stranger: it is read strictly, shown in the form
// that the network would use, and answers are put into it without touching the rest.
import { isReturnAddress } from '#contract/oauth.ts';

export type ReturnAddress = {
  /** In ASCII: a host in other letters is spelled as the network spells it. */
  href: string;
  host: string;
  /** The host has letters outside of ASCII and may imitate another name. */
  isForeignHost: boolean;
};

type ReadAddress = { ok: true; address: ReturnAddress } | { ok: false; why: string };

const LONGEST = 2_000;
/** The answer brings these itself. */
const RESERVED = ['code', 'state', 'error', 'error_description', 'access_token'];

export function readReturnAddress(text: string): ReadAddress {
  const no = (why: string): ReadAddress => ({ ok: false, why });
  if (text === '') return no('The redirect address is missing');
  if (text.length > LONGEST) return no('The redirect address is too long');
  if (!text.isWellFormed() || /[\p{C}\p{Z}]/u.test(text))
    return no('The redirect address contains spaces or invisible characters');
  if (!/^https?:\/\//i.test(text))
    return no('The redirect address must begin with https://, or http:// on this computer');
  if (text.includes('\\')) return no('The redirect address contains a backslash');
  if (text.includes('#')) return no('The redirect address contains a fragment (#)');
  const url = URL.parse(text);
  if (!url || url.hostname === '') return no('The redirect address cannot be read');
  if (url.username !== '' || url.password !== '' || /^https?:\/\/[^/?]*@/i.test(text))
    return no('The redirect address contains a user name or password');
  if (!isReturnAddress(url.href))
    return no('The redirect address is neither https nor on this computer');
  if (RESERVED.some((name) => url.searchParams.has(name)))
    return no('The redirect address already contains an answer');
  const isForeignHost = /(^|\.)xn--/.test(url.hostname);
  return { ok: true, address: { href: url.href, host: url.host, isForeignHost } };
}

/** The address with the answer added; what it carried before stays as it was. */
export function addressWithAnswer(
  { href }: Pick<ReturnAddress, 'href'>,
  answer: Record<string, string | undefined>,
): string {
  const added = Object.entries(answer)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encoded(value)}`]))
    .join('&');
  const separator = !href.includes('?') ? '?' : /[?&]$/.test(href) ? '' : '&';
  return `${href}${separator}${added}`;
}

/** Also what encodeURIComponent leaves alone, so that nothing in an answer can end a quotation around the address. */
const encoded = (value: string): string =>
  encodeURIComponent(value.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
