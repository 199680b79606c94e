import type { ModeScope } from '../../engine/caller.ts'
import type { ReadContext, Transaction } from '../../engine/context.ts'
import type { JobContext } from '../../engine/jobs/job.ts'
import type { NewJob } from '../../engine/jobs/kinds.ts'
import { chunksById, gte, not, oneOf, type Test, type Where } from '../../kernel/query.ts'
import { dayMs, toDateTime } from '../../kernel/time.ts'
import type { ItemRow, MailingRef } from '../../model/items.ts'
import type { PostbatchRow, SentBefore } from '../../model/postbatches.ts'
import type { PostflowRow } from '../../model/postflows.ts'
import type { Rows } from '../../ports/store.ts'
import { itemsPerChunk } from '../items/chunks.ts'
import { mailingKey } from '../items/mailing.ts'
import { itemsToRecipients } from '../items/recipients.ts'
import { addressedBy, isSameRecipient, recipientKey } from '../items/save.ts'
import type { Quote } from './schema.ts'

/**
 * How many days to look back for pieces of the same template, and in how many Postbatches and Postflows each.
 */
export const sentBeforeLimits = { days: 30, mailings: 100 } as const

/** Returns the job that counts again for a Postbatch waiting for approval. */
const countJob = ({ id, organisationId, mode }: PostbatchRow, now: number): NewJob => ({
  kind: 'postbatches.countSentBefore',
  subject: id,
  organisationId,
  mode,
  dueAt: now,
  payload: { postbatchId: id },
})

/** Another mailing of the same template, and its items that count. */
interface Earlier extends MailingRef {
  within: Where<ItemRow>
  /** When a Postbatch was approved; items of a Postflow have their own times. */
  sentAt: number | null
}

const scopeOf = ({ organisationId, mode }: PostbatchRow): ModeScope => ({ organisationId, mode })

/** Returns the mailings to compare with. `now` in ms on the clock of the Postbatch's mode. */
const earlierMailings = async (rows: Rows, postbatch: PostbatchRow, now: number): Promise<Earlier[]> => {
  const since = now - sentBeforeLimits.days * dayMs
  const [postbatches, postflows] = await Promise.all([
    earlierPostbatches(rows, postbatch, since),
    earlierPostflows(rows, postbatch, since),
  ])
  return [...postbatches, ...postflows]
}

/** Approval fixes the template, so its time applies to all items of a Postbatch. */
const earlierPostbatches = async (rows: Rows, postbatch: PostbatchRow, since: number): Promise<Earlier[]> => {
  const { id, templateId } = postbatch
  const approved: Where<PostbatchRow> = {
    // `approvedAt` has no index, and `updatedAt` is never earlier.
    updatedAt: gte(since),
    approvedAt: gte(since),
    id: not(id),
    templateId,
    status: not('CANCELLED'),
  }
  const found = await rows.postbatches.find(scopeOf(postbatch), approved, newestFirst)
  return found.map((row) => ({ postflowId: null, postbatchId: row.id, within: {}, sentAt: row.approvedAt }))
}

/** Returns Postflows that print the template, or may have until they were changed within the period. */
const earlierPostflows = async (rows: Rows, postbatch: PostbatchRow, since: number): Promise<Earlier[]> => {
  const { templateId, organisationId } = postbatch
  const find = (where: Where<PostflowRow>) => rows.postflows.find(scopeOf(postbatch), where, newestFirst)
  const [present, former, versions] = await Promise.all([
    find({ templateId }),
    find({ templateId: not(templateId), updatedAt: gte(since) }),
    rows.templateVersions.bundles({ organisationId }, { templateId }, { size: 1_000, limit: 100_000 }),
  ])
  const templateVersionId = oneOf(versions.flatMap((ids) => ids.split(',')))
  const within: Where<ItemRow> = { createdAt: gte(since), templateVersionId }
  return [...present, ...former]
    .slice(0, sentBeforeLimits.mailings)
    .map(({ id }) => ({ postflowId: id, postbatchId: null, within, sentAt: null }))
}

const newestFirst = {
  order: [{ field: 'updatedAt', descending: true }],
  limit: sentBeforeLimits.mailings,
} as const

/** The count, and the keys of the mailings compared with. */
interface Counted {
  sentBefore: SentBefore
  compared: string
}

const namesOf = (mailings: readonly Earlier[]): string => mailings.map(mailingKey).sort().join()

/**
 * Counts the pieces of a Postbatch whose recipients also get, or recently got, another piece of its template.
 * Reads none of its items if no other mailing has that template.
 */
export const countSentBefore = async (
  { services: { store, turns }, now, extend }: JobContext,
  postbatch: PostbatchRow,
): Promise<Counted> => {
  const scope = scopeOf(postbatch)
  const mailings = await store.read((rows) => earlierMailings(rows, postbatch, now))
  const sentBefore: SentBefore = { count: 0, last: null }
  const compared = namesOf(mailings)
  if (mailings.length === 0) return { sentBefore, compared }
  const held = (id: Test<string>, limit: number) =>
    store.read((rows) => rows.items.find(scope, { postbatchId: postbatch.id, status: 'HELD', id }, { limit }))
  for await (const items of chunksById(itemsPerChunk, held, { between: extend })) {
    const again = new Set<string>()
    for (const mailing of mailings) {
      await turns.rest()
      for (const { id, at } of await store.read((rows) => sentBy(rows, scope, mailing, items))) {
        again.add(id)
        const { postflowId, postbatchId } = mailing
        if (at > (sentBefore.last?.at ?? -1)) sentBefore.last = { at, postflowId, postbatchId }
      }
    }
    sentBefore.count += again.size
  }
  return { sentBefore, compared }
}

/** Returns which of the items go to a recipient of the other mailing, with the time of that mailing. */
const sentBy = async (
  rows: Rows,
  scope: ModeScope,
  { postflowId, postbatchId, within, sentAt }: Earlier,
  items: readonly ItemRow[],
): Promise<{ id: string; at: number }[]> => {
  const people = items
    .filter(({ addressKey }) => addressKey !== '')
    .map(({ id, recipient }) => ({ id, ...addressedBy(recipient), postflowId, postbatchId }))
  const byKey = Map.groupBy(people, recipientKey)
  const found = await itemsToRecipients(rows, scope, people, { within, newest: true })
  return found.flatMap((earlier) =>
    (byKey.get(earlier.person) ?? [])
      .filter((person) => isSameRecipient(person, earlier))
      .map(({ id }) => ({ id, at: sentAt ?? earlier.approvedAt ?? earlier.createdAt })),
  )
}

/**
 * Schedules another count if other mailings were approved or cancelled during this one: they did not find the
 * Postbatch among the waiting ones.
 */
export const countAgainUnlessCurrent = async (
  { rows, work }: Transaction,
  postbatch: PostbatchRow,
  { compared }: Counted,
  now: number,
): Promise<void> => {
  if (namesOf(await earlierMailings(rows, postbatch, now)) !== compared)
    work.enqueue(countJob(postbatch, now))
}

/**
 * Schedules another count for Postbatches waiting for approval, because this one of the same template was
 * approved or cancelled.
 */
export const countAgainForOthers = async (
  { rows, work }: Transaction,
  postbatch: PostbatchRow,
  now: number,
): Promise<void> => {
  const { id, templateId } = postbatch
  const since = now - sentBeforeLimits.days * dayMs
  const waiting: Where<PostbatchRow> = { updatedAt: gte(since), id: not(id), templateId, status: 'VALIDATED' }
  for (const other of await rows.postbatches.find(scopeOf(postbatch), waiting, newestFirst)) {
    work.enqueue(countJob(other, now))
  }
}

/** Returns the count for a quote; null unless the Postbatch is validated in its present state. */
export const sentBeforeToWire = async (
  { rows, scope }: Pick<ReadContext, 'rows' | 'scope'>,
  { validatedAt, sentBefore }: PostbatchRow,
): Promise<Quote['sentBefore']> => {
  if (validatedAt === null || sentBefore === null) return null
  const { count, last } = sentBefore
  const { days } = sentBeforeLimits
  if (last === null) return { count, days, last }
  const { at, postflowId, postbatchId } = last
  const mailing =
    postbatchId === null
      ? await rows.postflows.get(scope, postflowId!)
      : await rows.postbatches.get(scope, postbatchId)
  return {
    count,
    days,
    last: { at: toDateTime(at), postbatchId, postflowId, name: mailing?.name ?? null },
  }
}
