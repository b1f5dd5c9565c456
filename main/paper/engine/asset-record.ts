// An asset as the wire shows it.
import type { Asset } from '#main/paper/parts.ts';

export function assetRecord(asset: Asset): Record<string, unknown> {
  return {
    id: asset.id,
    class: 'us_equity',
    exchange: asset.exchange,
    symbol: asset.symbol,
    name: asset.name,
    status: asset.status,
    tradable: asset.tradable,
    marginable: asset.marginable,
    maintenance_margin_requirement: 30,
    margin_requirement_long: '30',
    margin_requirement_short: '30',
    shortable: asset.shortable,
    easy_to_borrow: asset.easyToBorrow,
    borrow_status: asset.easyToBorrow ? 'easy_to_borrow' : 'hard_to_borrow',
    fractionable: asset.fractionable,
    attributes: asset.attributes,
  };
}
