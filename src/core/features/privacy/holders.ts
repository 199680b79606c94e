import { isSameName } from '../../address/index.ts'
import { idempotencyMs, rewriteAnswers } from '../../engine/idempotency/idempotency.ts'
import { type JobContext, organisationOf } from '../../engine/jobs/job.ts'
import { jsonText } from '../../engine/long-text.ts'
import type { Services } from '../../engine/services.ts'
import { gt, oneOf, slices } from '../../kernel/query.ts'
import { hourMs } from '../../kernel/time.ts'
import type { ErasedPerson } from '../../model/privacy.ts'
import type { WebhookDeliveryRow } from '../../model/webhooks.ts'
import type { WritableRows } from '../../ports/store.ts'
import { itemToWire } from '../items/item.ts'
import { suppressionToWire, withoutRecipient } from '../suppressions/entry.ts'
import type { Suppression } from '../suppressions/schema.ts'
import { hasAnswers, withoutAnswers } from '../webhooks/delivery/finish.ts'
import { eraseFileNames } from './erase-file-names.ts'
import { type Erasure, eraseExports, eraseLists, namesOfLists } from './erase-files.ts'
import { erasePayloads } from './stored-payloads.ts'

const chunkSize = 100

interface Identified {
  id: string
  name?: string
  fileName?: string
  recipient?: unknown
}

/** Rewrites a value that mentions an erased recipient; returns others unchanged. */
type Rewrite = (value: Identified) => unknown

/**
 * Stored answers for idempotency keys show items, suppressions and files as they were; a repeated request
 * must show their current form. Items may come from lists and files of the other mode.
 */
const eraseAnswers = async ({ services }: JobContext, erasure: Erasure): Promise<void> => {
  const { organisationId, mode } = erasure.items[0]!
  const items = await itemsNow(services, erasure)
  const names = namesOfLists(erasure.lists)
  const entries = await entriesOf(services, erasure)
  const rewrite: Rewrite = (value) => {
    const { id } = value
    if ('recipient' in value) return id.startsWith('sup_') ? entries(value) : (items.get(id) ?? value)
    if (!('fileName' in value) && !('name' in value)) return value
    const named = names.get(id)
    const nameOf = (name: string) => named ?? (/^(?:upl|imp|ast)_/.test(id) ? erasure.without(name) : name)
    const { fileName, name } = value
    const now = {
      ...(typeof fileName === 'string' ? { fileName: nameOf(fileName) } : {}),
      ...(typeof name === 'string' ? { name: nameOf(name) } : {}),
    }
    return now.fileName === fileName && now.name === name ? value : { ...value, ...now }
  }
  const isAsked = erasure.persons.length > 0
  const mayTell = (id: string) =>
    items.has(id) || names.has(id) || (isAsked && /^(?:upl|imp|ast|sup)_/.test(id))
  if (items.size === 0 && names.size === 0 && !isAsked) return
  for (const each of isAsked ? erasure.modes : [mode]) {
    await rewriteAnswers(services, { organisationId, mode: each }, (body) =>
      rewritten(services, body, mayTell, rewrite),
    )
  }
}

const rewritten = async (
  { turns }: Services,
  body: string,
  mayTell: (id: string) => boolean,
  rewrite: Rewrite,
): Promise<string | undefined> => {
  await turns.rest(readMs(body))
  if (!idsIn(body).some(mayTell)) return undefined
  let isChanged = false
  await turns.rest(readMs(body))
  const text = await jsonText(JSON.parse(body), turns, (value) => {
    if (!isIdentified(value)) return value
    const now = rewrite(value)
    isChanged ||= now !== value
    return now
  })
  return isChanged ? text : undefined
}

/** Returns the least time in ms that reading a text takes. */
const readMs = (text: string): number => text.length / 1_000_000

/** Returns the ids of items, suppressions and files that an answer shows. */
const idsIn = (body: string): string[] =>
  body.match(/"(?:itm|imp|upl|ast|sup)_[0-9A-Z]+"/g)?.map((id) => id.slice(1, -1)) ?? []

const isIdentified = (value: unknown): value is Identified =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'

/** Returns erased items by id, except those that ended so long ago that all their answers have expired. */
const itemsNow = async (services: Services, { items }: Erasure): Promise<Map<string, unknown>> => {
  const { organisationId, mode } = items[0]!
  const since = services.clock.now() - idempotencyMs - hourMs
  // Test items may move at any time.
  const ids = items
    .filter((item) => mode === 'test' || item.endedAt > since || item.asked)
    .map(({ id }) => id)
  const wire = new Map<string, unknown>()
  for (const chunk of slices(ids, chunkSize)) {
    const rows = await services.store.read((tables) =>
      tables.items.find({ organisationId, mode }, { id: oneOf(chunk) }),
    )
    for (const row of rows) wire.set(row.id, itemToWire(services, row))
  }
  return wire
}

/** Rewrites entries at the addresses of erased persons; deleted entries lose their recipient. */
const entriesOf = async (services: Services, { items, modes, persons }: Erasure): Promise<Rewrite> => {
  const { organisationId } = items[0]!
  const now = new Map<string, Suppression>()
  const keys = persons.flatMap(({ addressKeys }) => addressKeys)
  for (const chunk of slices([...new Set(keys)], chunkSize)) {
    for (const where of [{ addressKeyV2: oneOf(chunk) }, { addressKeyV2: null, addressKey: oneOf(chunk) }]) {
      const rows = await services.store.read((tables) => tables.suppressions.find({ organisationId }, where))
      for (const row of rows) if (modes.includes(row.mode)) now.set(row.id, suppressionToWire(row))
    }
  }
  return (value) => {
    const entry = value as Suppression
    const present = now.get(entry.id)
    if (present) return isWithoutRecipient(value) ? withoutRecipient(present) : present
    return persons.some((person) => isOf(entry, person)) ? withoutRecipient(entry) : value
  }
}

const isOf = ({ addressKey, recipient }: Suppression, { addressKeys, name }: ErasedPerson): boolean =>
  addressKeys.includes(addressKey) &&
  (name === null || recipient.name === null || isSameName(name, recipient.name))

/** True if the answer hides the recipient from its caller; the rewritten one must hide it too. */
const isWithoutRecipient = ({ recipient }: Identified): boolean =>
  typeof recipient === 'object' &&
  recipient !== null &&
  Object.entries(recipient).every(([field, value]) => field === 'country' || value === null)

const previewChunkSize = 100

/** Erases recipients from one place outside the items' rows. Idempotent, also after a crash. */
type Holder = (context: JobContext, erasure: Erasure) => Promise<void>

/** Removes each file before its row: a retry after a crash finds the file only through the row. */
const renders: Holder = async ({ services, job }, { items }) => {
  const own = organisationOf(job)
  for (const ids of slices(
    items.map(({ id }) => id),
    previewChunkSize,
  )) {
    const found = await services.store.read((rows) => rows.renders.find(own, { itemId: oneOf(ids) }))
    for (const { id, blobKey } of found) {
      if (blobKey !== null) await services.blobs.remove(blobKey)
      await services.store.write((rows) => rows.renders.remove(own, { id }))
    }
  }
}

/** Empties receivers' answers, which may contain any text. The payloads contain only ids. */
const deliveries: Holder = async ({ services, extend }, { items }) => {
  for (const { id, organisationId, mode } of items) {
    let after = 0
    for (;;) {
      const events = await services.store.read((rows) =>
        rows.events.find(
          { organisationId, mode },
          { itemId: id, sequence: gt(after) },
          { order: [{ field: 'sequence' }], limit: previewChunkSize },
        ),
      )
      if (events.length === 0) break
      await services.store.write(async (rows) => {
        const about = { eventId: oneOf(events.map((event) => event.id)) }
        for (const delivery of await rows.webhookDeliveries.find({ organisationId }, about)) {
          await emptyAnswers(rows, delivery)
        }
      })
      after = events.at(-1)!.sequence
      await extend()
    }
  }
}

/**
 * Removes receivers' answers from a delivery. Attempts end without their organisation's lock, so a SENDING
 * delivery is written even without answers: that waits for an uncommitted attempt. A delivery that has
 * changed is read again. An attempt that ends later finds the item erased.
 */
const emptyAnswers = async (
  { webhookDeliveries }: WritableRows,
  found: WebhookDeliveryRow,
): Promise<void> => {
  const own = { organisationId: found.organisationId }
  let delivery: WebhookDeliveryRow | undefined = found
  while (delivery && (delivery.status === 'SENDING' || hasAnswers(delivery.attempts))) {
    const { id, attempts, attemptCount } = delivery
    const silent = { attempts: withoutAnswers(attempts) }
    if (await webhookDeliveries.update(own, id, silent, { attemptCount })) return
    delivery = await webhookDeliveries.get(own, id)
  }
}

const files: Holder = async (context, { items, lists, modes, persons, without }) => {
  await eraseExports(context, items)
  await eraseLists(context, lists)
  if (persons.length === 0) return
  for (const mode of modes) await eraseFileNames(context, { ...organisationOf(context.job), mode }, without)
}

/** Every place outside the item and its printed pages, as listed in docs/privacy.md. */
export const holders: readonly Holder[] = [renders, deliveries, files, erasePayloads, eraseAnswers]
