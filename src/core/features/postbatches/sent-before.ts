import type { ModeScope } from '../../engine/caller.ts'
import type { ReadContext, Transaction } from '../../engine/context.ts'
import type { JobContext } from '../../engine/jobs/job.ts'
import type { NewJob } from '../../engine/jobs/kinds.ts'
import { gt, gte, not, oneOf, type Where } from '../../kernel/query.ts'
import { dayMs, toDateTime } from '../../kernel/time.ts'
import type { ItemRow, MailingRef } from '../../model/items.ts'
import type { PostbatchRow, SentBefore } from '../../model/postbatches.ts'
import type { PostflowRow } from '../../model/postflows.ts'
import type { Rows } from '../../ports/store.ts'
import { itemsPerChunk } from '../items/chunks.ts'
import { itemsToPeople } from '../items/lookups.ts'
import { mailingKey } from '../items/mailing.ts'
import { addressedBy, isSamePerson, keyOfPerson } from '../items/save.ts'
import type { Quote } from './schema.ts'

/** How far back pieces of the same template are looked for, and in how many Postbatches and Postflows each. */
export const sentBeforeLimits = { days: 30, mailings: 100 } as const

/** Counts anew, of a Postbatch that waits for its approval, which of its recipients are sent its template. */
const countJob = ({ id, organisationId, mode }: PostbatchRow, now: number): NewJob => ({
  kind: 'postbatches.countSentBefore',
  subject: id,
  organisationId,
  mode,
  dueAt: now,
  payload: { postbatchId: id },
})

/** Another mailing of the same template, and which of its items count. */
interface Earlier extends MailingRef {
  within: Where<ItemRow>
  /** When a Postbatch was approved; the items of a Postflow have times of their own. */
  sentAt: number | null
}

const scopeOf = ({ organisationId, mode }: PostbatchRow): ModeScope => ({ organisationId, mode })

/** The mailings whose recipients a Postbatch is compared with. `now` in ms on the clock of its mode. */
const earlierMailings = async (rows: Rows, postbatch: PostbatchRow, now: number): Promise<Earlier[]> => {
  const since = now - sentBeforeLimits.days * dayMs
  const [postbatches, postflows] = await Promise.all([
    earlierPostbatches(rows, postbatch, since),
    earlierPostflows(rows, postbatch, since),
  ])
  return [...postbatches, ...postflows]
}

/** The template is fixed by the approval, so that its time decides for all items of a Postbatch. */
const earlierPostbatches = async (rows: Rows, postbatch: PostbatchRow, since: number): Promise<Earlier[]> => {
  const { id, templateId } = postbatch
  const approved: Where<PostbatchRow> = {
    // No index has the approval, and nothing is approved after its last change.
    updatedAt: gte(since),
    approvedAt: gte(since),
    id: not(id),
    templateId,
    status: not('CANCELLED'),
  }
  const found = await rows.postbatches.find(scopeOf(postbatch), approved, newestFirst)
  return found.map((row) => ({ postflowId: null, postbatchId: row.id, within: {}, sentAt: row.approvedAt }))
}

/** Those that print the template, or may have done so until they were changed within the days that count. */
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

/** What was counted, and for which other mailings. */
interface Counted {
  sentBefore: SentBefore
  compared: string
}

const namesOf = (mailings: readonly Earlier[]): string => mailings.map(mailingKey).sort().join()

/**
 * Counts the pieces of a Postbatch whose recipients were sent, or are being sent, another piece of its template.
 * Reads nothing of its items where no other mailing has that template.
 */
export const countSentBefore = async (
  { services: { store, turns }, now, extend }: JobContext,
  postbatch: PostbatchRow,
): Promise<Counted> => {
  const scope = scopeOf(postbatch)
  const mailings = await store.read((rows) => earlierMailings(rows, postbatch, now))
  const sentBefore: SentBefore = { count: 0, last: null }
  for (let after = ''; mailings.length > 0; ) {
    const chunk: Where<ItemRow> = { postbatchId: postbatch.id, status: 'HELD', id: gt(after) }
    const items = await store.read((rows) =>
      rows.items.find(scope, chunk, { order: [{ field: 'id' }], limit: itemsPerChunk }),
    )
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
    if (items.length < itemsPerChunk) break
    after = items.at(-1)!.id
    await extend()
  }
  return { sentBefore, compared: namesOf(mailings) }
}

/** Which of the items go to a recipient of the other mailing, each with the time at which that one was sent. */
const sentBy = async (
  rows: Rows,
  scope: ModeScope,
  { postflowId, postbatchId, within, sentAt }: Earlier,
  items: readonly ItemRow[],
): Promise<{ id: string; at: number }[]> => {
  const people = items
    .filter(({ addressKey }) => addressKey !== '')
    .map(({ id, recipient }) => ({ id, ...addressedBy(recipient), postflowId, postbatchId }))
  const byKey = Map.groupBy(people, keyOfPerson)
  const found = await itemsToPeople(rows, scope, people, { within, newest: true })
  return found.flatMap((earlier) =>
    (byKey.get(earlier.person) ?? [])
      .filter((person) => isSamePerson(person, earlier))
      .map(({ id }) => ({ id, at: sentAt ?? earlier.approvedAt ?? earlier.createdAt })),
  )
}

/**
 * Has it counted again where other mailings were approved or cancelled while it was counted: then they did not
 * find the Postbatch among those that wait.
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
 * Has it counted again for the Postbatches that wait for their approval, because this one of the same template was
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

/** As a quote says it; null unless it was validated as it is. */
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
