import { useState } from 'react';
import { describeFailure } from '#contract/failure.ts';
import type { Position } from '#contract/orders.ts';
import { useSlice } from '#renderer/feed/use-slice.ts';
import { useDesk } from '#renderer/screens/desk/desk-control.ts';
import { useSession } from '#renderer/session/session.ts';
import { Amount } from '#renderer/ui/Amount.tsx';
import { formatAge, formatPrice } from '#renderer/ui/format.ts';
import { Gain } from '#renderer/ui/Gain.tsx';
import { Quantity } from '#renderer/ui/Quantity.tsx';
import { useNow } from '#renderer/ui/use-now.ts';

const STALE_AFTER_MS = 60_000;

export function PositionsPanel() {
  const { bridge, feeds, profile } = useSession();
  const { accountId } = profile;
  const { fillTicket } = useDesk();
  const held = useSlice(feeds.positions, 'positions');
  const now = useNow(1_000);
  const ageMs = held ? now - held.receivedAt : 0;
  const isStale = ageMs > STALE_AFTER_MS;
  const [problem, setProblem] = useState<string>();

  async function close(symbol: string): Promise<void> {
    const draft = await bridge.call('positions.closing', { accountId, symbol });
    setProblem(draft.ok ? undefined : describeFailure(draft.failure));
    if (draft.ok) fillTicket(draft.value);
  }

  return (
    <section className="panel positions" aria-labelledby="positions-title">
      <div className="panel-head">
        <h2 id="positions-title" className="panel-title">
          Positions
        </h2>
        {isStale && <p className="stale">read {formatAge(ageMs)} ago</p>}
        {problem !== undefined && (
          <p className="panel-problem" role="alert">
            {problem}
          </p>
        )}
      </div>
      <div className="table-scroll">
        <table aria-label="Positions" className="dense">
          <thead>
            <tr>
              <th scope="col">Symbol</th>
              <th scope="col">Side</th>
              <th scope="col" className="right">
                Qty
              </th>
              <th scope="col" className="right" title="Average entry price">
                Entry
              </th>
              <th scope="col" className="right">
                Price
              </th>
              <th scope="col" className="right" title="Market value">
                Value
              </th>
              <th scope="col" className="right" title="Unrealised profit or loss">
                Unrealised
              </th>
              <th scope="col" className="row-actions">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {held?.positions.map((position) => (
              <Row key={position.symbol} position={position} isStale={isStale} onClose={close} />
            ))}
            {!held && <Skeleton />}
          </tbody>
        </table>
        {held?.positions.length === 0 && (
          <p className="empty">Nothing is held. What an order buys appears here.</p>
        )}
      </div>
    </section>
  );
}

type RowProps = {
  position: Position;
  isStale: boolean;
  onClose: (symbol: string) => Promise<void>;
};

function Row({ position, isStale, onClose }: RowProps) {
  const { symbol, side, qty, avgEntryPrice, currentPrice, marketValue, unrealizedPl } = position;
  return (
    <tr>
      <th scope="row">{symbol}</th>
      <td>{side}</td>
      <td className="right">
        <Quantity value={qty} />
      </td>
      <td className="right num">{formatPrice(avgEntryPrice)}</td>
      <td className={isStale ? 'right num stale' : 'right num'}>
        {currentPrice === undefined ? '–' : formatPrice(currentPrice)}
      </td>
      <td className="right">
        <Amount value={marketValue} stale={isStale} isOptional />
      </td>
      <td className="right">
        <Gain value={unrealizedPl} stale={isStale} />
      </td>
      <td className="row-actions">
        <button type="button" className="small" onClick={() => void onClose(symbol)}>
          Close
        </button>
      </td>
    </tr>
  );
}

function Skeleton() {
  return (
    <tr aria-hidden="true">
      <td colSpan={8} aria-label="loading">
        <span className="skeleton" />
      </td>
    </tr>
  );
}
