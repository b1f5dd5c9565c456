import type { AssetSummary } from '#contract/market.ts';

/** An asset in a list of what was found. */
export const AssetWords = ({ asset: { symbol, name, isTradable } }: { asset: AssetSummary }) => (
  <>
    <span className="popup-lead num">{symbol}</span>
    <span className="popup-name popup-detail cut" title={name}>
      {name}
    </span>
    {!isTradable && <span className="tag">not tradable</span>}
  </>
);
