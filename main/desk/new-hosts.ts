// An address that the page names may be one that the page was made to name. Before anything is sent to a host that is
// neither on this computer nor Alpaca's, main asks the person itself, once in a start; the page has no say in it.
import { notAllowed, type Failed } from '#contract/failure.ts';
import { QUESTIONS } from '#contract/questions.ts';
import { isWellKnown } from '#main/domain/account-hosts.ts';
import type { Confirm, Ports } from '#main/ports.ts';

export type NewHosts = {
  /** Why nothing may be sent there; nothing when it may. */
  refusal(addresses: readonly (string | undefined)[]): Promise<Failed | undefined>;
};

type Deps = { confirm: Confirm; shell: Ports['info']['shell'] };

export function createNewHosts({ confirm, shell }: Deps): NewHosts {
  const allowed = new Set<string>();
  let isAsking = false;

  return {
    async refusal(addresses) {
      const hosts = addresses
        .filter((address) => address !== undefined && !isWellKnown(address))
        .map((address) => new URL(String(address)).host);
      const unknown = [...new Set(hosts)].filter((host) => !allowed.has(host));
      if (unknown.length === 0) return undefined;
      const names = unknown.join(', ');
      if (isAsking)
        return notAllowed(`Nothing was sent to ${names}: another question waits for its answer.`);
      isAsking = true;
      try {
        const isAllowed = await confirm({
          title: QUESTIONS.newAddress,
          text: `${names} is neither on this computer nor Alpaca’s. Whoever runs it gets what you entered to sign in there, and every order of that account.`,
          action: 'Send',
        });
        if (!isAllowed) return notAllowed(`Nothing was sent to ${names}: ${unanswered[shell]}`);
      } finally {
        isAsking = false;
      }
      for (const host of unknown) allowed.add(host);
      return undefined;
    },
  };
}

const unanswered: Record<Deps['shell'], string> = {
  electron: 'the question about it was not answered with yes.',
  web: 'the question about it was not answered with yes. It is asked in the terminal that started Ballast, so there must be one.',
};
