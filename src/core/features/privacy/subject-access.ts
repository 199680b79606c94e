import type * as v from 'valibot'
import { addressKey, nameKey, type Recipient } from '../../address/index.ts'
import type { ModeScope } from '../../engine/caller.ts'
import type { ReadContext } from '../../engine/context.ts'
import type { Services } from '../../engine/services.ts'
import { gt } from '../../kernel/query.ts'
import { toDateTime } from '../../kernel/time.ts'
import type { ItemRow } from '../../model/items.ts'
import type { Rows } from '../../ports/store.ts'
import { itemToWire } from '../items/item.ts'
import { renderToWire } from '../renders/render.ts'
import { suppressionToWire } from '../suppressions/entry.ts'
import { scanToWire } from '../tracking/scan.ts'
import { elsewhere } from './expiring-copies.ts'
import { aboutLimits, type aboutOutput } from './schema.ts'

type About = v.InferOutput<typeof aboutOutput>

/** Rows of each kind that are shown for an address or for one item. */
const listed = 100

type AboutContext = Pick<ReadContext, 'services' | 'organisation' | 'rows' | 'scope'>

/**
 * All data held about a recipient, as GDPR article 15 requires it for a person who asks. Compared by address,
 * and by name where one is given, so that the answer contains no neighbours.
 */
export const about = async (
  context: AboutContext,
  recipient: Recipient,
  cursor: string | undefined,
): Promise<About> => {
  const { services, rows, scope } = context
  const key = addressKey(recipient)
  const names = namesOf(recipient)
  const isSame = (other: Recipient) =>
    names.length === 0 || namesOf(other).some((name) => names.includes(name))
  const found = await rows.items.find(
    scope,
    { addressKey: key, id: gt(cursor ?? '') },
    { order: [{ field: 'id' }], limit: aboutLimits.items + 1 },
  )
  const page = found.slice(0, aboutLimits.items)
  const items: About['items'] = []
  for (const item of page)
    if (isSame(item.recipient)) items.push(await itemAbout(services, rows, scope, item))
  const first = cursor === undefined
  return {
    addressKey: key,
    byName: names.length > 0,
    items,
    suppressions: first ? await entriesAbout(rows, scope, key, isSame) : [],
    renders: first ? await rendersAbout(context, key, isSame) : [],
    elsewhere: [...elsewhere],
    nextCursor: found.length > page.length ? page.at(-1)!.id : null,
  }
}

const namesOf = ({ name, companyName }: Recipient): string[] =>
  [name, companyName].map((text) => nameKey(text ?? '')).filter((key) => key !== '')

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

const entriesAbout = async (
  rows: Rows,
  scope: ModeScope,
  key: string,
  isSame: (recipient: Recipient) => boolean,
): Promise<About['suppressions']> => {
  const entries = await rows.suppressions.find(scope, { addressKey: key })
  // An entry without a name concerns all people at the address.
  return entries.filter((entry) => entry.nameKey === null || isSame(entry.recipient)).map(suppressionToWire)
}

const rendersAbout = async (
  context: AboutContext,
  key: string,
  isSame: (recipient: Recipient) => boolean,
): Promise<About['renders']> => {
  const found = await context.rows.renders.find(context.scope, { addressKey: key }, { limit: listed })
  return found
    .filter(({ recipient }) => recipient && isSame(recipient))
    .map((render) => renderToWire(context, render))
}
