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
import { mailingOf } from './mailing.ts'
import { moveContext } from './move.ts'
import { assertSendOn } from './new-item.ts'
import { notServed, termsElsewhere } from './price-terms.ts'
import { Recipients, readRecipients } from './recipients.ts'
import { addressedBy, saveItem } from './save.ts'
import type { ItemPatch } from './schema.ts'
import { itemInputSentences, itemProblems } from './sentences.ts'
import { settleItem } from './settle.ts'
import { checkContent, checkRecipient, wordsOf } from './validate.ts'

/** Content findings of a patched item, valid only for these `words` (`wordsOf`). */
export interface CheckedPatch {
  words: string
  findings: Finding[]
}

/**
 * Returns the content findings of the patched item; undefined if it doesn't exist or isn't editable, which
 * the handler then reports.
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
 * Applies a patch, settles the item again and saves it. Throws 404, 422, 409 if the status forbids the
 * change, and 412 if the item changed since `ifMatch` or since `checked` was measured.
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
  const mailing = await mailingOf(rows, scope, item)
  if (!mailing) throw problem(itemProblems.sentence('invalid_state.postbatch_deleted'))
  if (item.postbatchId !== null && body.sendOn !== undefined) throw postbatchDecides()
  // The price terms stay, whatever price lists say now, unless the country changes.
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
    // The approval was given for different content.
    ...(wordsOf(next) === wordsOf(item) ? {} : { approvedAt: null }),
  }
  if (next.billingGroup !== item.billingGroup) await changeGroup(context, item, next.billingGroup)
  const changed = { ...next, ...patch }
  const recipients = new Recipients(await readRecipients(rows, scope, [{ ...changed, mailing }], now))
  const verdict = checkRecipient(recipients, mailing, changed)
  verdict.findings.unshift(...checked.findings)
  const settled = await settleItem(moveContext(context), item, mailing, verdict, patch)
  await saveItem(rows, settled)
  if (item.postbatchId !== null && wordsOf(next) !== wordsOf(item))
    await noteChange(context, item.postbatchId)
  return settled
}

/** Raises the revision of an unapproved Postbatch, because its approver has not seen the changed letter. */
const noteChange = async ({ rows, scope, now }: WriteContext, postbatchId: string): Promise<void> => {
  const postbatch = await rows.postbatches.get(scope, postbatchId)
  if (!postbatch || postbatch.approvedAt !== null) return
  const changed = { revision: postbatch.revision + 1, updatedAt: now }
  await rows.postbatches.update(scope, postbatchId, changed)
}

/** Stores the new cost centre and moves the item's counts in analytics to it. */
const changeGroup = async (context: WriteContext, item: ItemRow, to: string | null): Promise<void> => {
  await useBillingGroup(context, to)
  await regroup(context, context.organisation, item, to)
}

/** Fields for the caller's own use, which are not printed. */
const annotations = new Set(['reference', 'metadata'])

/**
 * Changes annotations, the only fields that may change from SCHEDULED on: the piece may be printed already.
 * Throws 409 for other fields and for erased items.
 */
const annotate = async (
  { rows, scope, now }: WriteContext,
  item: ItemRow,
  fields: Partial<ItemRow>,
): Promise<ItemRow> => {
  const refused = Object.keys(fields).filter((name) => !annotations.has(name))
  if (refused.length > 0) {
    throw problem(
      itemProblems.sentence('invalid_state.change', { status: item.status, fields: refused.join(', ') }),
    )
  }
  if (item.erasureRequestedAt !== null) {
    throw problem(itemProblems.sentence('invalid_state.erased'))
  }
  const changed = { ...fields, revision: item.revision + 1, updatedAt: now }
  await rows.items.update(scope, item.id, changed)
  return { ...item, ...changed }
}

/**
 * Returns the patched fields as stored. `recipient` and `metadata` are merged (RFC 7396: omitted fields stay,
 * `null` removes one); `data` is replaced, because its values belong together. Another address resets
 * `addressOverride`, unless the patch sets it.
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

/** Whether a confirmed, editable item gets another address, for which the confirmation isn't valid. */
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
  throw invalid('metadata', itemInputSentences.sentence('max_entries.metadata', { limit: metadataEntries }))
}

const postbatchDecides = () => invalid('sendOn', itemInputSentences.sentence('not_allowed.send_on'))

const changedMeanwhile = () => problem(itemProblems.sentence('revision_conflict.item'))
