import { addressKey } from '../../address/index.ts'
import type { ProcessContext, WriteContext } from '../../engine/context.ts'
import { invalid, problem } from '../../kernel/errors.ts'
import type { Finding } from '../../kernel/finding.ts'
import { assertRevision } from '../../kernel/lifecycle.ts'
import { itemLimits } from '../../model/item-limits.ts'
import type { ItemRow } from '../../model/items.ts'
import { editableStatuses } from '../../model/items.ts'
import { regroup } from '../analytics/rebuild.ts'
import { versionOf } from '../products/specifications.ts'
import { compiledTemplate } from '../templates/compiled.ts'
import { useBillingGroup } from './billing-groups.ts'
import { itemById } from './item.ts'
import { Lookups } from './lookups.ts'
import { moveContext } from './move.ts'
import { assertSendOn } from './new-item.ts'
import { addressedBy, saveItem } from './save.ts'
import type { ItemPatch } from './schema.ts'
import { itemInputSentences, itemProblems } from './sentences.ts'
import { settleItem } from './settle.ts'
import { notServed, termsElsewhere } from './terms.ts'
import { checkContent, checkRows, wordsOf } from './validate.ts'

/** The content findings of a patched item. They hold only for an item with these `words` (`wordsOf`). */
export interface CheckedPatch {
  words: string
  findings: Finding[]
}

/**
 * Measures the item as patched. Undefined where it is gone or not editable, which the handler then reports.
 */
export const checkPatch = async (
  { services, scope, organisation }: ProcessContext,
  id: string,
  body: ItemPatch,
): Promise<CheckedPatch | undefined> => {
  const item = await services.store.read((rows) => rows.items.get(scope, id))
  if (!item || !editableStatuses.includes(item.status)) return undefined
  const next = { ...item, ...fieldsOf(item, body) }
  const template = await compiledTemplate(
    services,
    item,
    item.templateVersionId,
    versionOf(item.specificationVersion),
  )
  return {
    words: wordsOf(next),
    findings: await checkContent(services, organisation.country, template, next),
  }
}

/**
 * Applies a patch, settles the item anew and saves it. Throws 404, 409 where `ifMatch` or the status forbids
 * the change, and 422.
 */
export const patchItem = async (
  context: WriteContext,
  id: string,
  body: ItemPatch,
  ifMatch: string | undefined,
  checked: CheckedPatch | undefined,
): Promise<ItemRow> => {
  const { rows, scope, organisation, now } = context
  const item = await itemById(rows, scope, id)
  assertRevision(ifMatch, item.revision, 'item')
  const fields = fieldsOf(item, body)
  if (!editableStatuses.includes(item.status)) return annotate(context, item, fields)
  assertSendOn(body.sendOn, organisation.timeZone, now)
  const next: ItemRow = { ...item, ...fields }
  if (checked?.words !== wordsOf(next)) throw changedMeanwhile()
  const lookups = new Lookups(rows, scope)
  const mailing = await lookups.mailing(item)
  if (!mailing) throw problem(itemProblems.say('invalid_state.postbatch_deleted'))
  if (item.postbatchId !== null && body.sendOn !== undefined) throw postbatchDecides()
  // What it was sold under stays, whatever the price lists say by now: only another country has another price.
  const { country } = next.recipient
  const terms =
    country === item.recipientCountry
      ? {}
      : await termsElsewhere(context, item, { country, quantity: mailing.quantity })
  if (!terms) throw notServed(country)
  const patch: Partial<ItemRow> = {
    ...fields,
    ...addressedBy(next.recipient),
    recipientCountry: next.recipient.country,
    ...terms,
    // The approval was given to different words.
    ...(wordsOf(next) === wordsOf(item) ? {} : { approvedAt: null }),
  }
  if (next.billingGroup !== item.billingGroup) await changeGroup(context, item, next.billingGroup)
  const changed = { ...next, ...patch }
  await lookups.readEntries([changed])
  const verdict = await checkRows(lookups, mailing, changed, now)
  verdict.findings.unshift(...checked.findings)
  const settled = await settleItem(moveContext(context), item, mailing, verdict, patch)
  await saveItem(rows, settled)
  if (item.postbatchId !== null && wordsOf(next) !== wordsOf(item))
    await noteChange(context, item.postbatchId)
  return settled
}

/** What an approver has seen of a Postbatch is another revision once one of its letters has changed. */
const noteChange = async ({ rows, scope, now }: WriteContext, postbatchId: string): Promise<void> => {
  const postbatch = await rows.postbatches.get(scope, postbatchId)
  if (!postbatch || postbatch.approvedAt !== null) return
  const changed = { revision: postbatch.revision + 1, updatedAt: now }
  await rows.postbatches.update(scope, postbatchId, changed)
}

/** What it counts in analytics goes with it. */
const changeGroup = async (context: WriteContext, item: ItemRow, to: string | null): Promise<void> => {
  await useBillingGroup(context, to)
  await regroup(context, context.organisation, item, to)
}

/** Fields that a caller keeps with an item for its own use; they are not printed. */
const annotations = new Set(['reference', 'metadata'])

/** From SCHEDULED on only the caller's annotations may change: the piece itself may be printed already. */
const annotate = async (
  { rows, scope, now }: WriteContext,
  item: ItemRow,
  fields: Partial<ItemRow>,
): Promise<ItemRow> => {
  const refused = Object.keys(fields).filter((name) => !annotations.has(name))
  if (refused.length > 0) {
    throw problem(
      itemProblems.say('invalid_state.change', { status: item.status, fields: refused.join(', ') }),
    )
  }
  if (item.erasureRequestedAt !== null) {
    throw problem(itemProblems.say('invalid_state.erased'))
  }
  const changed = { ...fields, revision: item.revision + 1, updatedAt: now }
  await rows.items.update(scope, item.id, changed)
  return { ...item, ...changed }
}

/**
 * The fields that a patch sends, as they are stored. `recipient` and `metadata` are merged (RFC 7396: a field
 * that is not sent stays, `null` removes it); `data` is replaced as a whole, because its values belong
 * together. Another address takes back `addressOverride`, unless the patch gives it.
 */
const fieldsOf = (item: ItemRow, { recipient, metadata, ...body }: ItemPatch): Partial<ItemRow> => {
  const plain = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
  const next = recipient && (merged(item.recipient, recipient) as ItemRow['recipient'])
  return {
    ...(next && isSentElsewhere(item, next) ? { addressOverride: false } : {}),
    ...plain,
    ...(next ? { recipient: next } : {}),
    ...(metadata === undefined ? {} : { metadata: mergedMetadata(item.metadata, metadata) }),
  }
}

/** Whether a confirmed item that can still be edited gets another address, for which the confirmation is not valid. */
const isSentElsewhere = (item: ItemRow, next: ItemRow['recipient']): boolean =>
  item.addressOverride &&
  editableStatuses.includes(item.status) &&
  addressKey(next) !== addressKey(item.recipient)

const merged = (present: object, patch: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries({ ...present, ...patch }).filter(([name]) => patch[name] !== null))

const mergedMetadata = (present: ItemRow['metadata'], patch: ItemPatch['metadata']): ItemRow['metadata'] => {
  if (!patch) return null
  const metadata = merged(present ?? {}, patch) as Record<string, string>
  const { metadataEntries } = itemLimits
  if (Object.keys(metadata).length <= metadataEntries) return metadata
  throw invalid('metadata', itemInputSentences.say('max_entries.metadata', { limit: metadataEntries }))
}

const postbatchDecides = () => invalid('sendOn', itemInputSentences.say('not_allowed.send_on'))

const changedMeanwhile = () => problem(itemProblems.say('revision_conflict.item'))
