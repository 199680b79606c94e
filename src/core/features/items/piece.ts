import { addressLines, carrierCode, nameLines, recipientName } from '../../address/index.ts'
import type { Recipient } from '../../address/schema.ts'
import type { ModeScope } from '../../engine/caller.ts'
import type { Config } from '../../kernel/config.ts'
import type { ItemRow, MailingRef } from '../../model/items.ts'
import type { Piece } from '../../ports/renderer.ts'
import type { Rows } from '../../ports/store.ts'
import type { TemplateDocument } from '../../template/document.ts'
import { mailingKey, mailingOf } from './mailing.ts'
import { printedData } from './salutation.ts'
import { optOutUrl, trackingUrl } from './tracking-url.ts'

/**
 * The variable part of an item as the renderer takes it. `originCountry` is the country where the mail is
 * posted.
 */
export const pieceOf = (
  config: Pick<Config, 'baseUrl'>,
  item: Pick<ItemRow, 'id' | 'data' | 'recipient' | 'trackingCode'>,
  document: TemplateDocument,
  originCountry: string,
  returnAddress: Recipient | undefined,
): Piece => {
  // A carrier's bar code only means something to the carrier of its own country.
  const code = item.recipient.country === originCountry ? carrierCode(item.recipient) : undefined
  return {
    itemId: item.id,
    data: printedData(item, document),
    addressLines: addressLines(item.recipient, originCountry),
    nameLines: nameLines(item.recipient),
    recipientName: recipientName(item.recipient),
    trackingUrl: trackingUrl(config, item.trackingCode),
    optOutUrl: optOutUrl(config, item.trackingCode),
    ...(returnAddress === undefined
      ? {}
      : { returnLine: returnLineOf(returnAddress, [originCountry, item.recipient.country]) }),
    ...(code === undefined ? {} : { carrierCode: code }),
  }
}

/**
 * The sender on one line, printed small above the recipient. It names its country where a returned piece
 * would cross a border: one that is posted or delivered in another country.
 */
const returnLineOf = (address: Recipient, countries: readonly string[]): string => {
  const abroad = countries.find((country) => country !== address.country)
  return addressLines(address, abroad ?? address.country).join(' · ')
}

/**
 * The address to which a mailing's undeliverable pieces return: its own, or else the organisation's default;
 * undefined where there is neither.
 */
export const returnAddressFor = async (
  rows: Rows,
  organisationId: string,
  returnAddressId: string | null,
): Promise<Recipient | undefined> => {
  const scope = { organisationId }
  const own = returnAddressId === null ? undefined : await rows.returnAddresses.get(scope, returnAddressId)
  const [fallback] = own ? [] : await rows.returnAddresses.find(scope, { isDefault: true }, { limit: 1 })
  const address = own ?? fallback
  return address?.address
}

/** The return addresses of several items' Postflows and Postbatches, by `mailingKey`. */
export const returnAddressesOf = async (
  rows: Rows,
  scope: ModeScope,
  items: Iterable<MailingRef>,
): Promise<Map<string, Recipient | undefined>> => {
  const addresses = new Map<string, Recipient | undefined>()
  for (const item of items) {
    const key = mailingKey(item)
    if (addresses.has(key)) continue
    const mailing = await mailingOf(rows, scope, item)
    addresses.set(key, await returnAddressFor(rows, scope.organisationId, mailing?.returnAddressId ?? null))
  }
  return addresses
}
