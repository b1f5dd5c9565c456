// Mints above the limit of one person: written down before anybody is asked, approved as they were written down, and sent
// then. An approval is for these bytes under this key, or for a batch with these rows under these keys; it is used once, or
// ends. What the desk ended between is told from the journal: without an intent nothing of it left.
import { fail, invalid, notAllowed, ok, type Failed, type Result } from '#contract/failure.ts';
import type { Intent } from '#contract/intents.ts';
import type { MintProposal } from '#contract/proposals.ts';
import type { BatchHead, MintForm } from '#contract/tokenization.ts';
import { mintIssues } from '#main/domain/mints/mint-issues.ts';
import { newYorkText } from '#main/domain/new-york.ts';
import { toFailed } from '#main/journal/failure.ts';
import type { NewProposal, StoredProposal } from '#main/journal/proposal-rows.ts';
import type { Journal } from '#main/journal/types.ts';
import type { Ports } from '#main/ports.ts';
import type { Batches } from '#main/account/mints/batches.ts';
import type { JudgedMints } from '#main/account/mints/judged-mints.ts';
import { isMintAgain, OF_A_PROPOSAL } from '#main/account/mints/mint-judging.ts';
import {
  createProposalChecks,
  type ProposalChecksDeps,
} from '#main/account/mints/proposal-checks.ts';
import {
  amountWords,
  bytesOf,
  destinations,
  digestOf,
  keysOf,
  warningWords,
  type PendingProposal,
} from '#main/account/mints/proposal-contents.ts';
import {
  ENDED_BETWEEN,
  ENDED_WORDS,
  proposalView,
  usedUpWords,
} from '#main/account/mints/proposal-view.ts';
import { createProposedRows } from '#main/account/mints/proposed-rows.ts';
import type { WalletApprovals } from '#main/account/mints/wallet-approvals.ts';

export type Proposals = {
  /** Newest first. */
  list(): MintProposal[];
  propose(form: MintForm, typed?: string): Result<MintProposal>;
  proposeBatch(batchId: string, typed?: string): Result<MintProposal>;
  /** What the second person agrees to, whole; refused where it would not go even after a yes. */
  pending(proposalId: string): Result<PendingProposal>;
  /** After the second person's yes: judged again, and sent. */
  approve(proposalId: string): Promise<Result<MintProposal>>;
  /** The second person was asked, and nothing was sent: whoever comes back later learns why. */
  keepTry(proposalId: string, why: string): void;
  refuse(proposalId: string): Result<MintProposal>;
  /** Whoever proposed it takes it back. */
  withdraw(proposalId: string): Result<MintProposal>;
  /** Whether the mint under this key may go without asking again. */
  isApproved(key: string | undefined): boolean;
  /** Of a row: what its evidence says of that. */
  approvalOf(key: string | undefined): string | undefined;
  /** Its rows changed, or it was discarded: then what waits of it ends too. */
  onBatch(batch: Pick<BatchHead, 'batchId' | 'state'>): void;
  /** Tells of what waits. */
  announce(): void;
  stop(): void;
};

type Sending = {
  sending: Result<unknown> | Promise<Result<unknown>>;
  /** The yes to its new wallets. */
  takeBack: () => void;
};

export type ProposalNews = { kind: 'proposal'; proposal: MintProposal };

type Deps = Pick<Ports, 'clock' | 'delay'> &
  ProposalChecksDeps & {
    journal: Pick<Journal, 'proposals' | 'saveProposals' | 'saveEvent'>;
    batches: Pick<Batches, 'stored' | 'start' | 'batchOf' | 'stateOf'>;
    judged: JudgedMints;
    wallets: Pick<WalletApprovals, 'isNew' | 'isWithdrawn' | 'approve'>;
    find: (intentId: string) => Intent | undefined;
    titleOf: (form: MintForm) => string;
    newId: () => string;
    onChange: (proposal: MintProposal) => void;
    onNews: (news: ProposalNews) => void;
  };

const DAY_MS = 86_400_000;
const MOST_KEPT = 100;
const SAME_TRY_MS = 60_000;
const MOST_WAITING = 50;

export function createProposals(deps: Deps): Proposals {
  const { journal, batches, judged, wallets, find, clock } = deps;
  let kept: StoredProposal[] | undefined;
  /** What is being sent now: the proposal and, of a batch, its rows, which nobody knows by their keys until it runs. */
  let granted: ReadonlySet<string> = new Set();
  const proposed = createProposedRows(batches);
  const checks = createProposalChecks(deps);
  let cancelEnd: (() => void) | undefined;

  /** What cannot be read is not written over. */
  function all(): StoredProposal[] | undefined {
    const read = kept ? undefined : journal.proposals();
    if (read?.ok) kept = read.value;
    return kept;
  }

  function save(next: StoredProposal): Result<MintProposal> {
    const failed = put([next]);
    if (failed) return failed;
    endInTime();
    return ok(viewOf(next));
  }

  /** However many change, the list is written once. */
  function put(changed: readonly StoredProposal[]): Failed | undefined {
    const ids = new Set(changed.map(({ proposalId }) => proposalId));
    const others = all()?.filter(({ proposalId }) => !ids.has(proposalId));
    if (!others) return notAllowed('The journal cannot be read. Nothing was proposed or sent.');
    const list = [...changed, ...others].sort((a, b) => b.at - a.at);
    const oldest = new Set(list.filter((one) => stateOf(one) !== 'waiting').slice(MOST_KEPT));
    const rest = list.filter((one) => !oldest.has(one));
    const saved = journal.saveProposals(rest);
    if (!saved.ok) return toFailed(saved.failure);
    kept = rest;
    for (const proposal of changed.map(viewOf)) {
      deps.onChange(proposal);
      deps.onNews({ kind: 'proposal', proposal });
    }
    return undefined;
  }

  function stateOf(proposal: StoredProposal): MintProposal['state'] {
    const { approvedAt, ended, until } = proposal;
    if (ended) return ended.how;
    if (approvedAt !== undefined && isBegun(proposal))
      return isUnsent(proposal.proposalId) ? 'not-sent' : 'approved';
    if ('batch' in proposal && batches.stateOf(proposal.batch.batchId) === 'discarded')
      return 'discarded';
    return clock.wall() >= until ? 'expired' : 'waiting';
  }

  /** It went nowhere, and there is proof: under this key nothing is sent any more. */
  const isUnsent = (key: string): boolean => find(key)?.state === 'not-sent';

  /** It was recorded: from then on it goes by itself. A batch that was only tried has no row that did. */
  const isBegun = (proposal: StoredProposal): boolean =>
    'form' in proposal
      ? find(proposal.proposalId) !== undefined
      : batches.stateOf(proposal.batch.batchId) !== 'dry';

  function viewOf(proposal: StoredProposal): MintProposal {
    const state = stateOf(proposal);
    const note = noteOf(proposal, state);
    if (state !== 'waiting')
      return proposalView(proposal, { state, what: proposal.what, to: [], note });
    const { what, forms, others } = proposed.of(proposal);
    const notes = [note, others].filter(Boolean).join(' ') || undefined;
    return proposalView(proposal, { state, what, to: destinations(forms), note: notes });
  }

  /** From then on it is known by what it was for at the end. */
  const ended = (one: StoredProposal, how: NonNullable<StoredProposal['ended']>['how']) => ({
    ...one,
    what: proposed.of(one).what,
    ended: { at: clock.wall(), how },
  });

  function noteOf(
    { proposalId, approvedAt }: StoredProposal,
    state: MintProposal['state'],
  ): string | undefined {
    if (state === 'not-sent') return usedUpWords(find(proposalId)?.reason);
    const isLeft = state === 'waiting' && approvedAt !== undefined && !granted.has(proposalId);
    return isLeft ? ENDED_BETWEEN : undefined;
  }

  const get = (id: string) => all()?.find(({ proposalId }) => proposalId === id);

  /** As things stand now. */
  function formsOf(proposal: StoredProposal): MintForm[] {
    if ('batch' in proposal) proposed.forget(proposal.batch.batchId);
    return proposed.of(proposal).forms;
  }

  /** The nearest end of one that waits. */
  function endInTime(): void {
    cancelEnd?.();
    const now = clock.wall();
    const open = (all() ?? []).filter((one) => !one.ended);
    const waiting = open.filter((one) => stateOf(one) === 'waiting');
    const nearest = Math.min(...waiting.map(({ until }) => until));
    // No longer than a day, however far a clock was set back: a timer that is too long goes off at once.
    const inMs = Math.min(nearest - now, DAY_MS);
    cancelEnd = waiting.length === 0 ? undefined : deps.delay(inMs, endInTime);
    const over = open.flatMap((one) => {
      const how = stateOf(one);
      return how === 'expired' || how === 'discarded' ? [ended(one, how)] : [];
    });
    if (over.length === 0 || put(over)) return;
    for (const one of over)
      if (one.ended.how === 'expired')
        record('expired', `Not approved within 24 hours: ${one.what}`);
  }

  function begin(what: NewProposal) {
    const at = clock.wall();
    const waiting = (all() ?? []).filter((one) => stateOf(one) === 'waiting').length;
    if (waiting >= MOST_WAITING)
      return notAllowed(
        `Nothing was proposed. ${MOST_WAITING} proposals are already waiting: approve or refuse some first.`,
      );
    const made = save({ proposalId: deps.newId(), at, until: at + DAY_MS, ...what });
    if (made.ok) record('made', `Proposed to a second person: ${made.value.what}`);
    return made;
  }

  const sameWaiting = (isSame: (one: StoredProposal) => boolean): Failed | undefined => {
    const same = (all() ?? []).find((one) => isSame(one) && stateOf(one) === 'waiting');
    if (!same) return undefined;
    const since = newYorkText(same.at);
    return notAllowed(`It has been waiting since ${since}. You can propose another after it.`);
  };

  function waitingOne(proposalId: string): Result<StoredProposal> {
    const proposal = get(proposalId);
    if (!proposal) return invalid('There is no such proposal.', 'proposalId');
    const state = stateOf(proposal);
    return state === 'waiting'
      ? ok(proposal)
      : notAllowed(`This proposal is no longer waiting: it was ${ENDED_WORDS[state]}.`);
  }

  /** Recorded before it waits for anything: from then on it goes under its key like any mint. */
  async function approveAndSend(approved: StoredProposal): Promise<Result<unknown>> {
    const { proposalId } = approved;
    const fresh = destinations(formsOf(approved)).filter(wallets.isNew);
    const granting = sendGranted(approved, fresh);
    if (!granting.ok) return granting;
    const sent = await granting.value.sending;
    // Nothing of it left: the yes to its wallets goes with it.
    if (isUnsent(proposalId) || (!sent.ok && !find(proposalId))) granting.value.takeBack();
    return sent;
  }

  function sendGranted(approved: StoredProposal, fresh: readonly MintForm[]): Result<Sending> {
    const batch = 'batch' in approved ? batches.stored(approved.batch.batchId) : undefined;
    granted = new Set([approved.proposalId, ...keysOf(batch)]);
    try {
      const saved = save(approved);
      if (!saved.ok) return saved;
      const takeBack = wallets.approve(fresh);
      const sending = send(approved);
      // It is on its way, or not: whoever looks is not told meanwhile that nothing was sent.
      deps.onChange(viewOf(approved));
      return ok({ sending, takeBack });
    } finally {
      granted = new Set();
    }
  }

  function send(proposal: StoredProposal): Result<unknown> | Promise<Result<unknown>> {
    const { proposalId, at } = proposal;
    if (!('form' in proposal)) return batches.start(proposal.batch.batchId);
    const note = `It was proposed on ${newYorkText(at)}, and a second person approved it.`;
    const { form, meant } = proposal;
    return judged.submit(proposalId, form, (key) => meant.includes(key), note);
  }

  /** The approval that the row under this key goes by. */
  function approvedBatch(key: string): StoredProposal | undefined {
    // It gets another key, which nobody agreed to.
    if (isUnsent(key)) return undefined;
    const batchId = batches.batchOf(key)?.batchId;
    const batch = batchId === undefined ? undefined : batches.stored(batchId);
    if (!batch) return undefined;
    return (all() ?? []).find(
      (one) =>
        'digest' in one &&
        one.approvedAt !== undefined &&
        clock.wall() < one.approvedAt + DAY_MS &&
        one.digest === digestOf(batch),
    );
  }

  const record = (how: string, text: string): void =>
    void journal.saveEvent({ kind: 'desk', detail: `proposal-${how}`, text: `${text}.` });

  return {
    list: () => (all() ?? []).map(viewOf),
    propose(form, typed) {
      const issues = mintIssues(form);
      if (issues.length > 0) return fail({ kind: 'invalid', issues });
      const proposalId = deps.newId();
      const { verdicts, repeats } = judged.judge(proposalId, form);
      const isNeeded = verdicts.some(
        ({ guard, level }) => guard === 'second-person' && level === 'block',
      );
      if (!isNeeded) return notAllowed('This mint does not need a second person. Send it.');
      const meant = isMintAgain(typed) ? repeats : [];
      const isMeant = (key: string) => meant.includes(key);
      const refusal = judged.refusal(proposalId, form, isMeant, OF_A_PROPOSAL);
      if (refusal !== undefined) return notAllowed(refusal);
      const same = sameWaiting(
        (one) =>
          'form' in one &&
          bytesOf(one.form) === bytesOf(form) &&
          String(one.meant) === String(meant),
      );
      return same ?? begin({ what: deps.titleOf(form), form, meant });
    },
    proposeBatch(batchId, typed) {
      const prepared = batches.prepare(batchId, typed);
      if (!prepared.ok) return prepared;
      const digest = digestOf(prepared.value);
      const same = sameWaiting((one) => 'digest' in one && one.digest === digest);
      if (same) return same;
      const { name } = prepared.value;
      proposed.forget(batchId);
      return begin({ what: `Batch ${name}`, batch: { batchId, name }, digest });
    },
    pending(proposalId) {
      const found = waitingOne(proposalId);
      if (!found.ok) return found;
      const held = checks.heldBack(found.value);
      if (held !== undefined) return notAllowed(`Not approved. ${held}`);
      const forms = formsOf(found.value);
      return ok({
        proposal: viewOf(found.value),
        amounts: amountWords(forms),
        warnings: warningWords(forms),
        newWallets: destinations(forms).filter(wallets.isNew),
        repeats: checks.repeats(found.value),
      });
    },
    async approve(proposalId) {
      const found = waitingOne(proposalId);
      if (!found.ok) return found;
      const proposal = found.value;
      const held = checks.heldBack(proposal);
      if (held !== undefined) return notAllowed(`Not approved. ${held}`);
      formsOf(proposal);
      const { what } = proposed.of(proposal);
      const approved = { ...proposal, what, approvedAt: clock.wall() };
      const sent = await approveAndSend(approved);
      if (sent.ok || find(proposalId)) {
        record('approved', `The second person approved: ${what}`);
        return save(approved);
      }
      save(proposal);
      return sent;
    },
    keepTry(proposalId, why) {
      const one = get(proposalId);
      const at = clock.wall();
      // The same again and again is one.
      const isKept = one?.tried?.why === why && at - one.tried.at < SAME_TRY_MS;
      if (!one || isKept || stateOf(one) !== 'waiting') return;
      save({ ...one, tried: { at, why } });
      record('tried', `${why} It is still waiting: ${viewOf(one).what}`);
    },
    refuse(proposalId) {
      const found = waitingOne(proposalId);
      if (!found.ok) return found;
      const refused = save(ended(found.value, 'refused'));
      if (refused.ok) record('refused', `The second person refused: ${refused.value.what}`);
      return refused;
    },
    withdraw(proposalId) {
      const found = waitingOne(proposalId);
      if (!found.ok) return found;
      const withdrawn = save(ended(found.value, 'withdrawn'));
      if (withdrawn.ok)
        record('withdrawn', `A proposal was withdrawn, nothing was sent: ${withdrawn.value.what}`);
      return withdrawn;
    },
    isApproved: (key) =>
      key !== undefined && (granted.has(key) || approvedBatch(key) !== undefined),
    approvalOf(key) {
      const one = key === undefined ? undefined : approvedBatch(key);
      return (
        one && `Its batch was proposed on ${newYorkText(one.at)}, and a second person approved it.`
      );
    },
    onBatch({ batchId, state }) {
      const mine = (all() ?? []).filter(
        (one) => 'batch' in one && one.batch.batchId === batchId && !one.ended,
      );
      proposed.forget(batchId);
      for (const one of mine) if (stateOf(one) === 'waiting') deps.onChange(viewOf(one));
      if (state === 'discarded') endInTime();
    },
    announce() {
      for (const one of all() ?? [])
        if (stateOf(one) === 'waiting') deps.onNews({ kind: 'proposal', proposal: viewOf(one) });
      endInTime();
    },
    stop: () => cancelEnd?.(),
  };
}
