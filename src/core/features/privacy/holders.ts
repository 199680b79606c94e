import { type JobContext, organisationOf } from '../../engine/jobs/job.ts'
import { gt, oneOf } from '../../kernel/query.ts'
import { slices } from '../../kernel/slices.ts'
import type { WebhookDeliveryRow } from '../../model/webhooks.ts'
import type { WritableRows } from '../../ports/store.ts'
import { hasAnswers, withoutAnswers } from '../webhooks/delivery/answers.ts'
import type { Erasure } from './erasure.ts'
import { eraseExports, eraseFileNames, eraseLists } from './files.ts'
import { eraseAnswers } from './kept-answers.ts'
import { erasePayloads } from './stored-payloads.ts'

/** Rows of one query. */
const chunkSize = 100

/** Erases recipients from one place outside the items' rows. May be run again after a crash at any point. */
type Holder = (context: JobContext, erasure: Erasure) => Promise<void>

/** Previews of the item. The file is removed first, because a row must not name a file that is gone. */
const renders: Holder = async ({ services, job }, { items }) => {
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
const deliveries: Holder = async ({ services, extend }, { items }) => {
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

/** Exported lists, imported lists, and other files that are called after a person. */
const files: Holder = async (context, { items, lists, modes, persons, without }) => {
  await eraseExports(context, items)
  await eraseLists(context, lists)
  if (persons.length === 0) return
  for (const mode of modes) await eraseFileNames(context, { ...organisationOf(context.job), mode }, without)
}

/** Every place besides the item and its printed pages, as listed in docs/privacy.md. */
export const holders: readonly Holder[] = [renders, deliveries, files, erasePayloads, eraseAnswers]
