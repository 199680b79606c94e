import { countryZone } from '../../address/countries.ts'
import type { BillingUsageRow } from '../../model/billing.ts'
import type { ItemRow } from '../../model/items.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import type { WritableRows } from '../../ports/store.ts'
import { monthOf, sellerOf } from './seller.ts'

/** A captured (1) or refunded (-1) piece, for the lines of a monthly invoice. */
export interface Used {
  item: Pick<ItemRow, 'specificationId' | 'recipientCountry' | 'priceZone' | 'priceCents' | 'billingGroup'>
  quantity: 1 | -1
  /** ms of real time. */
  at: number
}

/**
 * Adds a transaction's captures and refunds to the organisation's usage, which has a row for each kind of
 * invoice line.
 */
export const countUsage = async (
  rows: WritableRows,
  organisation: Pick<OrganisationRow, 'id' | 'country'>,
  used: readonly Used[],
): Promise<void> => {
  const seller = await sellerOf(rows)
  const counted = new Map<string, BillingUsageRow>()
  for (const { item, quantity, at } of used) {
    const month = monthOf(seller, at)
    // Items of before 0.3.0 keep no zone: theirs were by distance.
    const zone = item.priceZone ?? countryZone(organisation.country, item.recipientCountry)
    const { billingGroup } = item
    const kind = [organisation.id, month, item.specificationId, zone, item.priceCents]
    const key = [...kind, ...(billingGroup === null ? [] : [billingGroup])].join('|')
    const row = counted.get(key) ?? {
      id: key,
      organisationId: organisation.id,
      month,
      specificationId: item.specificationId,
      zone,
      unitPriceCents: item.priceCents,
      quantity: 0,
      open: 0,
      billingGroup,
    }
    row.quantity += quantity
    counted.set(key, row)
  }
  for (const { quantity, ...row } of counted.values()) {
    if (quantity !== 0) await rows.billingUsage.add({ ...row, quantity: 0 }, { quantity, open: quantity })
  }
}
