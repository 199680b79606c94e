import { idempotencyMs, rewriteAnswers } from '../../engine/idempotency/idempotency.ts'
import { type JobContext, organisationOf } from '../../engine/jobs/job.ts'
import { jsonText } from '../../engine/long-text.ts'
import { gt, oneOf } from '../../kernel/query.ts'
import { slices } from '../../kernel/slices.ts'
import { hourMs } from '../../kernel/time.ts'
import type { ErasableRow } from '../../model/privacy.ts'
import type { WebhookDeliveryRow } from '../../model/webhooks.ts'
import type { WritableRows } from '../../ports/store.ts'
import { itemToWire } from '../items/item.ts'
import { hasAnswers, withoutAnswers } from '../webhooks/delivery/answers.ts'
import { eraseExports, eraseLists, namesOfLists } from './files.ts'

/** Rows of one query. */
const chunkSize = 100

/**
 * Erases the recipients of items from one place outside the items' rows. The items are of one organisation
 * and mode, and their rows are clean already. May be run again after a crash at any point.
 */
type Holder = (context: JobContext, items: readonly ErasableRow[]) => Promise<void>

/** Previews of the item. The file is removed first, because a row must not name a file that is gone. */
const renders: Holder = async ({ services, job }, items) => {
  const own = organisationOf(job)
  for (const ids of slices(
    items.map(({ id }) => id),
    chunkSize,
  )) {
    const found = await services.store.read((rows) => rows.renders.find(own, { itemId: oneOf(ids) }))
    for (const { id, blobKey } of found) {
      if (blobKey !== null) await services.blobs.remove(blobKey)
      await services.store.write((rows) => rows.renders.remove(own, { id }))
    }
  }
}

/** Receivers' answers to the item's events, which may contain any text. The payloads contain only ids. */
const deliveries: Holder = async ({ services, extend }, items) => {
  for (const { id, organisationId, mode } of items) {
    let after = 0
    for (;;) {
      const events = await services.store.read((rows) =>
        rows.events.find(
          { organisationId, mode },
          { itemId: id, sequence: gt(after) },
          { order: [{ field: 'sequence' }], limit: chunkSize },
        ),
      )
      if (events.length === 0) break
      await services.store.write(async (rows) => {
        const about = { eventId: oneOf(events.map((event) => event.id)) }
        for (const delivery of await rows.webhookDeliveries.find({ organisationId }, about)) {
          await silence(rows, delivery)
        }
      })
      after = events.at(-1)!.sequence
      await extend()
    }
  }
}

/**
 * Attempts end without the lock of their organisation. A delivery that is being sent is written too, where
 * nothing is to be emptied: this waits for a transaction that has written an attempt and not committed yet, and
 * a delivery that was written meanwhile is read again. An attempt that ends later finds the item erased.
 */
const silence = async ({ webhookDeliveries }: WritableRows, found: WebhookDeliveryRow): Promise<void> => {
  const own = { organisationId: found.organisationId }
  let delivery: WebhookDeliveryRow | undefined = found
  while (delivery && (delivery.status === 'SENDING' || hasAnswers(delivery.attempts))) {
    const { id, attempts, attemptCount } = delivery
    const silent = { attempts: withoutAnswers(attempts) }
    if (await webhookDeliveries.update(own, id, silent, { attemptCount })) return
    delivery = await webhookDeliveries.get(own, id)
  }
}

/**
 * Stored answers for an Idempotency-Key show the item as it was; a repeated request has to show it as it is
 * now.
 */
const answers: Holder = async (context, items) => {
  const { services } = context
  const { organisationId, mode } = items[0]!
  // Answers are kept for a limited time, so an item that ended before it has none. Test items may move at any
  // time.
  const since = services.clock.now() - idempotencyMs - hourMs
  const ids = items
    .filter((item) => mode === 'test' || item.endedAt > since || item.asked)
    .map(({ id }) => id)
  if (ids.length === 0) return
  const scope = { organisationId, mode }
  const wire = new Map<string, unknown>()
  for (const chunk of slices(ids, chunkSize)) {
    const rows = await services.store.read((tables) => tables.items.find(scope, { id: oneOf(chunk) }))
    for (const row of rows) wire.set(row.id, itemToWire(services, row))
  }
  const names = await namesOfLists(context, items)
  const { turns } = services
  await rewriteAnswers(services, scope, async (body) => {
    await turns.rest(readMs(body))
    if (!idsIn(body).some((id) => wire.has(id) || names.has(id))) return undefined
    let changed = false
    await turns.rest(readMs(body))
    const text = await jsonText(JSON.parse(body), turns, (value) => {
      if (isNamed(value) && names.has(value.id)) {
        changed = true
        return withoutFileName(value, names.get(value.id)!)
      }
      if (!isItem(value) || !wire.has(value.id)) return value
      changed = true
      return wire.get(value.id)
    })
    return changed ? text : undefined
  })
}

/** How long it takes to go through a text, at least. */
const readMs = (text: string): number => text.length / 1_000_000

/** Of all items, imports and uploads that an answer may tell of. */
const idsIn = (body: string): string[] =>
  body.match(/"(?:itm|imp|upl)_[0-9A-Z]+"/g)?.map((id) => id.slice(1, -1)) ?? []

const isNamed = (value: unknown): value is { id: string; name?: string; fileName?: string } =>
  typeof value === 'object' && value !== null && 'id' in value && ('fileName' in value || 'name' in value)

const withoutFileName = <T extends { name?: string; fileName?: string }>(value: T, name: string): T => ({
  ...value,
  ...('fileName' in value ? { fileName: name } : {}),
  ...('name' in value ? { name } : {}),
})

const isItem = (value: unknown): value is { id: string } =>
  typeof value === 'object' && value !== null && 'id' in value && 'recipient' in value

/** Every place besides the item and its printed pages, as listed in docs/privacy.md. */
export const holders: readonly Holder[] = [renders, deliveries, answers, eraseExports, eraseLists]
