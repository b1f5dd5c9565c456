// An address that the page names may be one that the page was made to name. Before anything is sent to a host that is
// neither on this computer nor Alpaca's, main asks the person itself, once in a start; the page has no say in it.
import { notAllowed, type Failed } from '#contract/failure.ts';
import { QUESTIONS } from '#contract/questions.ts';
import { isWellKnown } from '#main/domain/account-hosts.ts';
import type { Asking } from '#main/desk/asking.ts';

export type NewHosts = {
  /** Why nothing may be sent there; nothing when it may. */
  refusal(addresses: readonly (string | undefined)[]): Promise<Failed | undefined>;
};

export function createNewHosts(asking: Pick<Asking, 'whyNot'>): NewHosts {
  const allowed = new Set<string>();

  return {
    async refusal(addresses) {
      const hosts = addresses
        .filter((address) => address !== undefined && !isWellKnown(address))
        .map((address) => new URL(String(address)).host);
      const unknown = [...new Set(hosts)].filter((host) => !allowed.has(host));
      if (unknown.length === 0) return undefined;
      const names = unknown.join(', ');
      const whyNot = await asking.whyNot({
        title: QUESTIONS.newAddress,
        text: `${names} is neither on this computer nor Alpaca’s. Whoever runs it receives the credentials you entered and every order of that account.`,
        action: 'Send',
      });
      if (whyNot !== undefined) return notAllowed(`Nothing was sent to ${names}: ${whyNot}`);
      for (const host of unknown) allowed.add(host);
      return undefined;
    },
  };
}
