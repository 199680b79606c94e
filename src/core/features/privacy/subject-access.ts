import type * as v from 'valibot'
import { addressKey, keysV1, type Recipient } from '../../address/index.ts'
import type { ModeScope } from '../../engine/caller.ts'
import type { ReadContext } from '../../engine/context.ts'
import type { Services } from '../../engine/services.ts'
import { gt } from '../../kernel/query.ts'
import { toDateTime } from '../../kernel/time.ts'
import { itemLimits } from '../../model/item-limits.ts'
import type { ItemRow } from '../../model/items.ts'
import { importLimits } from '../../model/mapping.ts'
import type { Rows } from '../../ports/store.ts'
import { uploadLimits } from '../assets/limits.ts'
import { exportLimits } from '../exports/schema.ts'
import { itemToWire } from '../items/item.ts'
import { renderToWire } from '../renders/render.ts'
import { suppressionToWire } from '../suppressions/entry.ts'
import { isNamed, namesOf } from '../suppressions/match.ts'
import { scanToWire } from '../tracking/scan.ts'
import { aboutLimits, type aboutOutput } from './schema.ts'
import { payloadsNaming } from './stored-payloads.ts'

/** Recipients in larger files that expire on their own (docs/privacy.md). */
export const elsewhere = [
  { what: 'Uploaded lists in their original form', kept: `${uploadLimits.csvDays} days` },
  { what: 'Rows of lists that could not be imported', kept: `${importLimits.errorDays} days` },
  { what: 'Exported lists of items and of suppressions', kept: `${exportLimits.days} days` },
  { what: 'Reasons of bulk rejections', kept: `${itemLimits.actionDays} days` },
  { what: 'Stored answers for repeated requests, encrypted', kept: '24 hours' },
] as const

type About = v.InferOutput<typeof aboutOutput>

/** Rows of each kind that are shown for an address or an item. */
const listed = 100

type AboutContext = Pick<ReadContext, 'services' | 'organisation' | 'rows' | 'scope' | 'caller'>

/** Returns what GDPR article 15 requires, by address, and by name if given, which excludes neighbours. */
export const about = async (
  context: AboutContext,
  recipient: Recipient,
  { cursor, payloads }: { cursor: string | undefined; payloads: StoredAbout },
): Promise<About> => {
  const { services, rows, scope } = context
  const key = addressKey(recipient)
  const names = namesOf(recipient)
  const isSame = (other: Recipient) => isNamed(other, names)
  const found = await itemsAt(rows, scope, recipient, cursor)
  const page = found.slice(0, aboutLimits.items)
  const items: About['items'] = []
  for (const item of page)
    if (isSame(item.recipient)) items.push(await itemAbout(services, rows, scope, item))
  const first = cursor === undefined
  return {
    addressKey: key,
    byName: names.length > 0,
    items,
    suppressions: first ? await entriesAbout(rows, listedScope(context), recipient, isSame) : [],
    renders: first ? await rendersAbout(context, recipient, isSame) : [],
    ...payloads,
    elsewhere: [...elsewhere],
    nextCursor: found.length > page.length ? page.at(-1)!.id : null,
  }
}

type StoredAbout = Pick<About, 'payloads' | 'payloadCount'>

/** Returns stored payloads about the recipient; none after the first page. */
export const payloadsAbout = async (
  { services, scope }: Pick<ReadContext, 'services' | 'scope'>,
  recipient: Recipient,
  cursor: string | undefined,
): Promise<StoredAbout> => {
  const payloads: About['payloads'] = []
  let payloadCount = 0
  if (cursor !== undefined) return { payloads, payloadCount }
  const { name = null, companyName = null } = recipient
  const addressKeys = [addressKey(recipient), keysV1.addressKey(recipient)]
  for await (const naming of payloadsNaming(services, scope, [{ name, companyName, addressKeys }])) {
    payloadCount += naming.length
    for (const { row, connector, contents } of naming.slice(0, aboutLimits.payloads - payloads.length)) {
      payloads.push({
        itemId: row.id,
        connectorId: connector.id,
        connectorName: connector.name,
        receivedAt: toDateTime(row.receivedAt),
        expiresAt: toDateTime(row.expiresAt),
        payload: contents.payload,
      })
    }
  }
  return { payloads, payloadCount }
}

/** Matches rows by the key of version 2, or by that of version 1 if they have no other. */
const atAddress = (recipient: Recipient) =>
  [
    { addressKeyV2: addressKey(recipient) },
    { addressKeyV2: null, addressKey: keysV1.addressKey(recipient) },
  ] as const

const itemsAt = async (
  rows: Rows,
  scope: ModeScope,
  recipient: Recipient,
  cursor: string | undefined,
): Promise<ItemRow[]> => {
  const after = { id: gt(cursor ?? '') }
  const page = { order: [{ field: 'id' }], limit: aboutLimits.items + 1 } as const
  const found = atAddress(recipient).map((where) => rows.items.find(scope, [where, after], page))
  const items = (await Promise.all(found)).flat()
  return items.toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(0, page.limit)
}

const itemAbout = async (
  services: Services,
  rows: Rows,
  scope: ModeScope,
  item: ItemRow,
): Promise<About['items'][number]> => {
  const scans = await rows.scans.find(
    scope,
    { itemId: item.id },
    { order: [{ field: 'createdAt', descending: true }], limit: listed },
  )
  return {
    item: itemToWire(services, item),
    history: item.history.map(({ status, at, reason }) => ({
      status,
      at: toDateTime(at),
      reason: reason ?? null,
    })),
    scans: scans.map(scanToWire),
    printed:
      item.runId === null || item.sequence === null ? null : { runId: item.runId, sequence: item.sequence },
  }
}

/** Members see live entries in both modes, as in the list. */
const listedScope = ({ caller, scope }: AboutContext): AboutContext['scope'] =>
  caller.kind === 'user' ? { ...scope, mode: 'live' } : scope

const entriesAbout = async (
  rows: Rows,
  scope: ModeScope,
  recipient: Recipient,
  isSame: (recipient: Recipient) => boolean,
): Promise<About['suppressions']> => {
  const found = atAddress(recipient).map((where) => rows.suppressions.find(scope, where))
  const entries = (await Promise.all(found)).flat()
  // An entry without a name applies to everyone at the address.
  return entries.filter((entry) => entry.nameKey === null || isSame(entry.recipient)).map(suppressionToWire)
}

const rendersAbout = async (
  context: AboutContext,
  recipient: Recipient,
  isSame: (recipient: Recipient) => boolean,
): Promise<About['renders']> => {
  const { rows, scope } = context
  const found = atAddress(recipient).map((where) => rows.renders.find(scope, where, { limit: listed }))
  return (await Promise.all(found))
    .flat()
    .slice(0, listed)
    .filter(({ recipient }) => recipient && isSame(recipient))
    .map((render) => renderToWire(context, render))
}
