import type { tokenizationCalls } from '#contract/calls/tokenization.ts';
import { invalid, ok, type Result } from '#contract/failure.ts';
import type { Batch, BatchHead, MintForm } from '#contract/tokenization.ts';
import { headOf } from '#main/account/mints/batches.ts';
import type { LiveWalls } from '#main/desk/live-walls.ts';
import type { HandlersOf } from '#main/gateway/dispatch.ts';
import type { OnAccount, OnTicket } from '#main/gateway/handlers/on-account.ts';

export function createTokenizationHandlers(
  on: OnAccount,
  onTicket: OnTicket,
  walls: Pick<LiveWalls, 'mint'>,
): HandlersOf<typeof tokenizationCalls> {
  return {
    'tokenization.terms': (input) => on(input, ({ unit }) => unit.mints.terms(input.isAskedAgain)),
    'mints.available': (input) =>
      on(input, ({ unit }) => {
        const available = unit.mints.available(input.symbol);
        return ok(available === undefined ? {} : { available });
      }),
    'mints.preview': (input) =>
      on(input, ({ unit }) => ok(unit.mints.preview(input.intentId, input.form))),
    'mints.submit': (input) =>
      on(input, (account) => {
        const { intentId, form, meant } = input;
        const { mints } = account.unit;
        return walls.mint(
          account,
          {
            to: () => [form],
            repeats: () => mints.repeats(intentId, form, meant),
            heldBack: () => mints.heldBack(intentId, form, meant),
          },
          () => onTicket(input, ({ unit }) => unit.mints.submit(intentId, form, meant)),
        );
      }),
    'mints.lookAgain': (input) => on(input, ({ unit }) => unit.mints.lookAgain(input.intentId)),
    'mints.sendAgain': (input) => on(input, ({ unit }) => unit.mints.sendAgain(input.intentId)),
    'mints.setAside': (input) => on(input, ({ unit }) => unit.mints.setAside(input.intentId)),
    'tokenization.requests': (input) =>
      on(input, ({ unit }) => unit.mints.requests.list(input.filters)),
    'tokenization.byId': (input) =>
      on(input, ({ unit }) => unit.mints.requests.byId(input.tokenizationRequestId)),
    'tokenization.byLabel': (input) =>
      on(input, ({ unit }) => unit.mints.requests.byLabel(input.label)),
    'batches.read': (input) =>
      on(input, ({ unit }) => unit.mints.batches.read(sourceOf(input), input.layout)),
    'batches.dryRun': (input) =>
      on(input, ({ unit }) =>
        withoutRows(unit.mints.batches.dryRun(input.name, sourceOf(input), input.layout)),
      ),
    'batches.start': ({ accountId, batchId, meant }) =>
      on({ accountId }, (account) => {
        const { batches } = account.unit.mints;
        return walls.mint(
          account,
          {
            to: () => formsOf(batches.get(batchId)),
            repeats: () => batches.repeats(batchId, meant),
          },
          () => withoutRows(batches.start(batchId, meant)),
        );
      }),
    'batches.pause': (input) =>
      on(input, ({ unit }) => withoutRows(unit.mints.batches.pause(input.batchId))),
    'batches.discard': (input) =>
      on(input, ({ unit }) => withoutRows(unit.mints.batches.discard(input.batchId))),
    'batches.list': (input) => on(input, ({ unit }) => ok(unit.mints.batches.list())),
    'addresses.get': (input) => on(input, ({ unit }) => unit.mints.addresses.get()),
    'addresses.approve': (input) =>
      on(input, (account) => {
        const { wallets, addresses } = account.unit.mints;
        const to = { network: input.network, walletAddress: input.address };
        const problem = addresses.problemOf(input.network, input.address);
        if (problem !== undefined) return invalid(problem, 'address');
        return walls.mint(account, { to: () => [to] }, () => {
          wallets.approve([to]);
          return addresses.get();
        });
      }),
    'addresses.withdraw': ({ accountId, network, address }) =>
      on({ accountId }, ({ unit }) => {
        const taken = unit.mints.wallets.withdraw({ network, walletAddress: address });
        return taken.ok ? unit.mints.addresses.get() : taken;
      }),
    'addresses.set': (input) => on(input, ({ unit }) => unit.mints.addresses.set(input.addresses)),
  };
}

const withoutRows = (batch: Result<Batch>): Result<BatchHead> =>
  batch.ok ? ok(headOf(batch.value)) : batch;

const formsOf = (batch: Batch | undefined): MintForm[] =>
  (batch?.rows ?? []).flatMap(({ form, issues }) => (form && issues.length === 0 ? [form] : []));

const sourceOf = ({ csv = '', file }: { csv?: string | undefined; file?: string | undefined }) =>
  file === undefined ? csv : Buffer.from(file, 'base64');
