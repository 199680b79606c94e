import { withoutComma } from '../../address/salutation/salutation.ts'
import { isStillPermitted, onBehalfOf, PermissionWithdrawn } from '../../engine/access/authority.ts'
import type { Caller } from '../../engine/caller.ts'
import { FinalFailure, type JobContext, organisationOf } from '../../engine/jobs/job.ts'
import type { NewJob } from '../../engine/jobs/kinds.ts'
import type { Services } from '../../engine/services.ts'
import { invalid, problem } from '../../kernel/errors.ts'
import type { Finding } from '../../kernel/finding.ts'
import { oneOf } from '../../kernel/query.ts'
import { itemLimits } from '../../model/item-limits.ts'
import type { ItemRow } from '../../model/items.ts'
import type { PostbatchRow, SalutationCorrection } from '../../model/postbatches.ts'
import { openStatuses } from '../../model/postbatches.ts'
import { everyone } from '../../ports/store.ts'
import type { TemplateDocument } from '../../template/document.ts'
import { readMoveContext } from '../items/chunks.ts'
import { mailingOfPostbatch } from '../items/mailing.ts'
import type { MoveContext } from '../items/move.ts'
import { Recipients, readRecipients } from '../items/recipients.ts'
import { saveItem } from '../items/save.ts'
import { settleItem } from '../items/settle.ts'
import { checkContent, checkRecipient, wordsOf } from '../items/validate.ts'
import { currentCatalogue } from '../products/current-catalogue.ts'
import { versionOf } from '../products/specifications.ts'
import { compiledTemplate } from '../templates/compiled.ts'
import { salutationDocument, salutationName, unapprovedItems } from './salutations.ts'
import { postbatchProblems } from './sentences.ts'
import { unapproved } from './validate.ts'

export const correctSalutationsJob = (postbatch: PostbatchRow, now: number, caller: Caller): NewJob => ({
  kind: 'postbatches.correctSalutations',
  subject: postbatch.id,
  organisationId: postbatch.organisationId,
  mode: postbatch.mode,
  dueAt: now,
  payload: { postbatchId: postbatch.id, ...onBehalfOf(caller, [['postflows.write']]) },
})

/** First migration of servers that support corrections. */
const correctsSalutations = '0044'

/** Throws 409 while a server is running that would approve the letters without the waiting corrections. */
export const assertNoEarlierServer = async ({ store }: Pick<Services, 'store'>): Promise<void> => {
  if (await store.hasEarlierServers?.(correctsSalutations))
    throw problem(postbatchProblems.sentence('invalid_state.earlier_server_salutations'))
}

/**
 * Throws if the letters were approved despite waiting corrections, as only a server of an earlier version
 * does. The corrections stay with the Postbatch.
 */
const assertNotApproved = ({ id, status, salutationCorrections }: PostbatchRow): void => {
  if (salutationCorrections === null || [...openStatuses, 'VALIDATING', 'CANCELLED'].includes(status)) return
  throw new FinalFailure(
    `${id} is ${status}: a server of an earlier version approved it before all corrected salutations were written, so its letters have composed ones. Cancel the Postbatch, copy it, and correct the salutations of the copy.`,
  )
}

/**
 * Returns the waiting corrections with new ones, each replacing an earlier one of the same salutation; a
 * repeated one keeps its progress. Throws 422 for too many, and 409 for one that would change what a waiting
 * one has written.
 */
export const joinCorrections = (
  waiting: readonly SalutationCorrection[] | null,
  added: readonly SalutationCorrection[],
): SalutationCorrection[] => {
  const joined = new Map((waiting ?? []).map((one) => [one.salutation, one]))
  const fresh = new Map(added.map((one) => [one.salutation, one]))
  for (const one of fresh.values()) {
    if (joined.get(one.salutation)?.corrected === one.corrected) continue
    if ((waiting ?? []).some((other) => isChained(one, other)))
      throw problem(postbatchProblems.sentence('invalid_state.corrections_under_way'))
    joined.set(one.salutation, one)
  }
  const limit = itemLimits.salutationCorrections
  if (joined.size > limit)
    throw invalid('corrections', postbatchProblems.sentence('max_entries.corrections', { limit }))
  return [...joined.values()]
}

/** Whether one of two corrections changes what the other one writes. */
const isChained = (one: SalutationCorrection, other: SalutationCorrection): boolean =>
  one.salutation !== other.salutation &&
  (one.salutation === withoutComma(other.corrected) || other.salutation === withoutComma(one.corrected))

const isSame = (one: SalutationCorrection, other: SalutationCorrection): boolean =>
  one.salutation === other.salutation && one.corrected === other.corrected

/** Whether a correction has not reached an item yet. */
const isAhead = ({ after = '' }: SalutationCorrection, { id }: Pick<ItemRow, 'id'>): boolean => id > after

/** An item with corrected merge fields, and its findings. */
interface Corrected {
  item: ItemRow
  correction: SalutationCorrection
  data: ItemRow['data']
  findings: Finding[]
}

/** Remaining corrections of a Postbatch: none, some, or all while it is being validated. */
type Left = 'none' | 'some' | 'waiting'

/**
 * Writes waiting corrections into all items with these salutations and removes them from the Postbatch.
 * Throws if the caller lost the permission, or if the letters were approved without them.
 */
export const applyCorrections = async (context: JobContext, id: string): Promise<Left> => {
  const { services, job, transact, extend } = context
  const own = organisationOf(job)
  const [postbatch, organisation] = await services.store.read((rows) =>
    Promise.all([
      rows.postbatches.get(own, id),
      rows.organisations.get(everyone, own.organisationId),
      // Items are measured on the sheet of the catalogue, which another server may have changed.
      currentCatalogue(services, rows),
    ]),
  )
  const corrections = postbatch?.salutationCorrections
  if (!postbatch || !corrections) return 'none'
  assertNotApproved(postbatch)
  if (postbatch.status === 'VALIDATING') return 'waiting'
  const document = await salutationDocument(services, postbatch)
  if (document && openStatuses.includes(postbatch.status)) {
    const [from = ''] = corrections.map(({ after = '' }) => after).sort()
    for await (const items of unapprovedItems(services, postbatch, from)) {
      await extend()
      const chosen = correctedIn(items, document, corrections)
      if (chosen.length === 0) continue
      if (!(await isStillPermitted(services, job))) throw new PermissionWithdrawn()
      const measured: Corrected[] = []
      for (const one of chosen)
        measured.push({
          ...one,
          findings: await measure(context, organisation!.country, one.item, one.data),
        })
      if (!(await save(context, id, measured, { corrections, after: items.at(-1)!.id }))) return 'waiting'
    }
  }
  return transact(async ({ rows }) => {
    const present = await rows.postbatches.get(own, id)
    if (present) assertNotApproved(present)
    if (present?.status === 'VALIDATING') return 'waiting'
    const left = (present?.salutationCorrections ?? []).filter(
      (one) => !corrections.some((done) => isSame(done, one)),
    )
    await rows.postbatches.update(own, id, {
      salutationCorrections: left.length > 0 ? left : null,
      revision: (present ?? postbatch).revision + 1,
      updatedAt: context.now,
    })
    return left.length > 0 ? 'some' : 'none'
  })
}

const correctedIn = (
  items: readonly ItemRow[],
  document: TemplateDocument,
  corrections: readonly SalutationCorrection[],
): Omit<Corrected, 'findings'>[] => {
  const of = new Map(corrections.map((one) => [one.salutation, one]))
  return items.flatMap((item) => {
    const correction = of.get(salutationName(item, document))
    if (!correction || !isAhead(correction, item)) return []
    return [{ item, correction, data: { ...item.data, letterSalutation: correction.corrected } }]
  })
}

const measure = async (
  { services }: JobContext,
  originCountry: string,
  item: ItemRow,
  data: ItemRow['data'],
): Promise<Finding[]> => {
  await services.turns.rest()
  const version = versionOf(item.specificationVersion)
  const template = await compiledTemplate(services, item, item.templateVersionId, version)
  return checkContent(services, originCountry, template, { ...item, data })
}

/** Progress of the corrections: up to this item. */
interface Reached {
  corrections: readonly SalutationCorrection[]
  after: string
}

/**
 * Saves the progress together with the items, so that a restarted job corrects none twice. An item whose text
 * changed since it was measured stays unchanged: the list shows its salutation again. Returns whether the
 * Postbatch could be changed.
 */
const save = (
  { services, transact, now, job }: JobContext,
  id: string,
  measured: readonly Corrected[],
  { corrections, after }: Reached,
): Promise<boolean> =>
  transact(async (transaction) => {
    const { rows } = transaction
    const { organisationId } = organisationOf(job)
    const postbatch = await rows.postbatches.get({ organisationId }, id)
    if (!postbatch || !openStatuses.includes(postbatch.status)) return false
    const waiting = postbatch.salutationCorrections
    if (!waiting) return true
    const move = await readMoveContext(services, transaction, organisationId, now)
    const ids = oneOf(measured.map(({ item }) => item.id))
    const present = new Map(
      (await rows.items.find(postbatch, [unapproved(id), { id: ids }])).map((item) => [item.id, item]),
    )
    const same = measured.filter(({ item, correction }) => {
      const now = present.get(item.id)
      const isDue = waiting.some((one) => isSame(one, correction) && isAhead(one, item))
      return isDue && now !== undefined && wordsOf(now) === wordsOf(item)
    })
    const reached = waiting.map((one) =>
      isAhead(one, { id: after }) && corrections.some((own) => isSame(own, one)) ? { ...one, after } : one,
    )
    await rows.postbatches.update({ organisationId }, id, { salutationCorrections: reached })
    await settle(
      move,
      postbatch,
      same.map((one) => ({ ...one, item: present.get(one.item.id)! })),
    )
    return true
  })

const settle = async (
  move: MoveContext,
  postbatch: PostbatchRow,
  corrected: readonly Corrected[],
): Promise<void> => {
  const { rows } = move.transaction
  const { organisationId, mode } = postbatch
  const mailing = mailingOfPostbatch(postbatch)
  const pieces = corrected.map(({ item }) => ({ ...item, mailing }))
  const recipients = new Recipients(await readRecipients(rows, { organisationId, mode }, pieces, move.now))
  for (const { item, data, findings } of corrected) {
    await rows.rest()
    const verdict = checkRecipient(recipients, mailing, item, { earlierOnly: true })
    const unserved = item.findings.filter(({ code }) => code === 'country_unserved')
    verdict.findings.unshift(...findings, ...unserved)
    await saveItem(rows, await settleItem(move, item, mailing, verdict, { data }))
  }
}
