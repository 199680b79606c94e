import type { Config } from '../config.ts'
import type { ModeScope } from '../context.ts'
import { addressLines, carrierCode } from '../items/address/index.ts'
import type { Recipient } from '../items/address/schema.ts'
import { type MailingRef, mailingKey, mailingOf } from '../items/mailing.ts'
import type { ItemRow } from '../items/store.ts'
import type { Piece } from '../ports/renderer.ts'
import type { Rows } from '../ports/store.ts'
import { optOutUrl, trackingUrl } from '../tracking/url.ts'

/** The variable part of an item as the renderer takes it. `originCountry` is where the mail is posted. */
export const pieceOf = (
  config: Pick<Config, 'baseUrl'>,
  item: Pick<ItemRow, 'id' | 'data' | 'recipient' | 'trackingCode'>,
  originCountry: string,
  returnLine: string | undefined,
): Piece => {
  // A carrier's bar code only means something to the carrier of its own country.
  const code = item.recipient.country === originCountry ? carrierCode(item.recipient) : undefined
  return {
    itemId: item.id,
    data: item.data,
    addressLines: addressLines(item.recipient, originCountry),
    trackingUrl: trackingUrl(config, item.trackingCode),
    optOutUrl: optOutUrl(config, item.trackingCode),
    ...(returnLine === undefined ? {} : { returnLine }),
    ...(code === undefined ? {} : { carrierCode: code }),
  }
}

/** The sender on one line, as it stands small above the recipient. */
export const returnLineOf = (address: Recipient): string => addressLines(address, address.country).join(' · ')

/**
 * The return line of a Postflow's pieces: its own return address, or else the organisation's default; undefined
 * where there is neither.
 */
export const returnLineFor = async (
  rows: Rows,
  organisationId: string,
  returnAddressId: string | null,
): Promise<string | undefined> => {
  const scope = { organisationId }
  const own = returnAddressId === null ? undefined : await rows.returnAddresses.get(scope, returnAddressId)
  const [fallback] = own
    ? []
    : await rows.returnAddresses.find(scope, [{ field: 'isDefault', op: 'eq', value: true }], { limit: 1 })
  const address = own ?? fallback
  return address && returnLineOf(address.address)
}

/** The return lines of several items' Postflows and Postbatches, by `mailingKey`. */
export const returnLinesOf = async (
  rows: Rows,
  scope: ModeScope,
  items: Iterable<MailingRef>,
): Promise<Map<string, string | undefined>> => {
  const lines = new Map<string, string | undefined>()
  for (const item of items) {
    const key = mailingKey(item)
    if (lines.has(key)) continue
    const mailing = await mailingOf(rows, scope, item)
    lines.set(key, await returnLineFor(rows, scope.organisationId, mailing?.returnAddressId ?? null))
  }
  return lines
}
