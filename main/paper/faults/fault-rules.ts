// The rules in force. Pure: given the same rules, seeds and sequence of questions it fires the same faults.
import type {
  Fault,
  FaultRule,
  RequestAct,
  RequestRule,
  StreamAct,
  StreamKind,
} from '#main/paper/faults/fault.ts';
import { createRandom } from '#main/paper/ids.ts';
import type { Ids } from '#main/paper/types.ts';

export type FaultRules = ReturnType<typeof createFaultRules>;
type FrameHit = { faultId: string; act: StreamAct; isOfAccount: boolean };

type Entry = {
  id: string;
  rule: FaultRule;
  path: RegExp | undefined;
  random: () => number;
  seen: number;
  fired: number;
  /** When it hit lately, oldest first. */
  firedAt: number[];
};

type Deps = { ids: Ids; seed: string; now(): number };

const MOST_FIRED_AT = 100;

export function createFaultRules({ ids, seed, now }: Deps) {
  const entries = new Map<string, Entry>();
  let added = 0;

  function hits(entry: Entry): boolean {
    const { rule } = entry;
    if (leftOf(entry) === 0 || madeAt(entry)?.length === 0 || entry.seen++ < rule.skip)
      return false;
    if (rule.probability !== undefined && entry.random() >= rule.probability) return false;
    entry.fired++;
    entry.firedAt = [...entry.firedAt, now()].slice(-MOST_FIRED_AT);
    return true;
  }

  /** Of a rule that follows another: the hits of that one which it still lasts for. */
  function madeAt({ rule }: Entry): readonly number[] | undefined {
    if (rule.follows === undefined) return undefined;
    const ms = 'ms' in rule.act ? (rule.act.ms ?? 0) : 0;
    return entries.get(rule.follows)?.firedAt.filter((at) => now() - at < ms) ?? [];
  }

  /** `blind` lasts until it is removed; everything else happens once unless told otherwise. */
  function leftOf(entry: Entry): number | null {
    const { rule, fired } = entry;
    if (rule.follows !== undefined) {
      const leader = entries.get(rule.follows);
      const isOver = (!leader || leftOf(leader) === 0) && madeAt(entry)?.length === 0;
      return isOver ? 0 : null;
    }
    if (rule.times !== undefined) return rule.times - fired;
    return rule.probability !== undefined || rule.act.kind === 'blind' ? null : 1 - fired;
  }

  const describe = (entry: Entry): Fault => ({
    ...entry.rule,
    id: entry.id,
    fired: entry.fired,
    left: leftOf(entry),
  });

  return {
    add(rule: FaultRule): Fault {
      const id = ids.uuid();
      const entry: Entry = {
        id,
        rule,
        path: isRequestRule(rule) ? compilePath(rule.match.path) : undefined,
        random: createRandom(`${rule.seed ?? seed}/fault/${added++}`),
        seen: 0,
        fired: 0,
        firedAt: [],
      };
      entries.set(id, entry);
      return describe(entry);
    },
    list: (): readonly Fault[] => [...entries.values()].map(describe),
    remove: (id: string) => entries.delete(id),
    clear: () => entries.clear(),
    /** What happens to this request: every rule that hits, oldest first. */
    forRequest(method: string, url: string): readonly RequestAct[] {
      const acts: RequestAct[] = [];
      for (const entry of entries.values()) {
        const { rule, path } = entry;
        if (leftOf(entry) === 0) continue; // spent: most are, after a while
        if (!isRequestRule(rule) || (rule.match.method ?? method) !== method) continue;
        const target = rule.match.path.includes('?') ? url : (url.split('?', 1)[0] ?? '');
        if (path?.test(target) !== true || !hits(entry)) continue;
        const made = madeAt(entry);
        acts.push(made ? { ...rule.act, madeAt: made } : rule.act);
      }
      return acts;
    },
    /** What happens to this frame: the oldest rule that hits. */
    forFrame(
      stream: StreamKind,
      event: string | undefined,
      accountId?: string,
    ): FrameHit | undefined {
      for (const entry of entries.values()) {
        const { rule } = entry;
        if (isRequestRule(rule) || rule.match.stream !== stream) continue;
        const { event: asked, accountId: whose } = rule.match;
        if (asked !== undefined && asked !== event) continue;
        if (whose !== undefined && whose !== accountId) continue;
        if (hits(entry))
          return { faultId: entry.id, act: rule.act, isOfAccount: whose !== undefined };
      }
      return undefined;
    },
  };
}

const isRequestRule = (rule: FaultRule): rule is RequestRule => 'path' in rule.match;

function compilePath(pattern: string): RegExp {
  const source = pattern
    .split(/(\*\*|\*)/)
    .map((part) => (part === '**' ? '.*' : part === '*' ? '[^/?]*' : escape(part)))
    .join('');
  return new RegExp(`^${source}$`);
}

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
