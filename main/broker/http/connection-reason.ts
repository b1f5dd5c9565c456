const UNTRUSTED =
  'its certificate is not signed by an authority that Ballast trusts: something in between, such as a network proxy or a virus scanner, may be reading the traffic';
const OUT_OF_DATE = 'its certificate is out of date, or this computer’s clock is wrong';

/** What a code of the system means to a person. */
const WORDS: Readonly<Record<string, string>> = {
  ECONNRESET: 'the connection was cut before the answer arrived',
  ECONNABORTED: 'the connection was cut before the answer arrived',
  EPIPE: 'the connection was cut before the answer arrived',
  ECONNREFUSED: 'the host refused the connection',
  ETIMEDOUT: 'the host did not answer in time',
  ENOTFOUND: 'the host name was not found; check the network',
  EAI_AGAIN: 'the host name could not be looked up; check the network',
  ENETUNREACH: 'the host cannot be reached; check the network',
  EHOSTUNREACH: 'the host cannot be reached; check the network',
  ENETDOWN: 'the network is down',
  EADDRNOTAVAIL: 'the host cannot be reached; check the network',
  EACCES: 'this computer does not allow the connection; check its firewall',
  EPERM: 'this computer does not allow the connection; check its firewall',
  EPROTO: 'a secure connection could not be made',
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  CERT_UNTRUSTED: UNTRUSTED,
  CERT_HAS_EXPIRED: OUT_OF_DATE,
  CERT_NOT_YET_VALID: OUT_OF_DATE,
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate belongs to another host',
  EMFILE:
    'too many files and connections are open here; close other programs, or raise the limit (ulimit -n)',
  ENFILE:
    'too many files and connections are open here; close other programs, or raise the limit (ulimit -n)',
};
/** With the address that follows the attempt to connect to it. */
const CODES =
  /\bsocket hang up\b|\b(?:connect|getaddrinfo) (E[A-Z_]+)(?: \S*[.:]\S*\w)?|\b(?:(?:read|write) )?(E[A-Z_]{3,})\b/g;

const CODE = /\bE[A-Z][A-Z_]{3,}\b/;

/** Why a connection failed, in words. A host with several addresses fails with one error per address and no words of its own. */
export function connectionReason(error: NodeJS.ErrnoException): string {
  const words = WORDS[error.code ?? ''];
  if (words !== undefined) return words;
  if (error.code?.startsWith('HPE_')) return 'the answer was not valid HTTP';
  if (error instanceof AggregateError && !error.message)
    return [...new Set(error.errors.map((one) => connectionReason(one as Error)))].join('; ');
  const said = reasonInWords(error.message);
  // A code that has no words here says nothing to a person either.
  return said === '' || CODE.test(said) ? 'the connection failed' : said;
}

/** What a library said, without the codes in it. Journals keep sentences that were written with them. */
export const reasonInWords = (text: string): string =>
  text.replace(
    CODES,
    (all, first?: string, second?: string) => WORDS[first ?? second ?? 'ECONNRESET'] ?? all,
  );
