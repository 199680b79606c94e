import type { ProcessContext, WriteContext } from '../context.ts'
import { invalid, problem } from '../errors.ts'
import type { Finding } from '../finding.ts'
import { priceOf } from '../products/price.ts'
import { specificationOf } from '../products/specification.ts'
import { assertRevision } from '../revision.ts'
import { compiledTemplate } from '../templates/compiled.ts'
import { addressKey, recipientName } from './address/index.ts'
import { assertSendOn } from './create.ts'
import { itemById, wrongState } from './item.ts'
import { editableStatuses } from './lifecycle.ts'
import { Lookups } from './lookups.ts'
import { saveItem } from './save.ts'
import type { ItemPatch } from './schema.ts'
import { settleItem } from './settle.ts'
import type { ItemRow } from './store.ts'
import { checkContent, checkRows, wordsOf } from './validate.ts'

/** What a patched item was measured as; it only counts for an item with these words. */
export interface CheckedPatch {
  words: string
  findings: Finding[]
}

/** Measures the item as it would be. Undefined where it is gone or not editable: the handler says so. */
export const checkPatch = async (
  { services, scope, organisation }: ProcessContext,
  id: string,
  body: ItemPatch,
): Promise<CheckedPatch | undefined> => {
  const item = await services.store.read((rows) => rows.items.get(scope, id))
  if (!item || !editableStatuses.includes(item.status)) return undefined
  const next = { ...item, ...fieldsOf(body) }
  const template = await compiledTemplate(services, item.templateVersionId)
  return {
    words: wordsOf(next),
    findings: await checkContent(services, organisation.country, template, next),
  }
}

/** Applies a patch and lets the item settle anew. The caller answers with the row, which is persisted here. */
export const patchItem = async (
  context: WriteContext,
  id: string,
  body: ItemPatch,
  ifMatch: string | undefined,
  checked: CheckedPatch | undefined,
): Promise<ItemRow> => {
  const { rows, work, scope, services, organisation, now } = context
  const item = await itemById(rows, scope, id)
  assertRevision(ifMatch, item.revision, 'item')
  if (!editableStatuses.includes(item.status)) throw wrongState(item, 'be changed any more')
  assertSendOn(body.sendOn, organisation.timeZone, now)
  const next: ItemRow = { ...item, ...fieldsOf(body) }
  if (checked?.words !== wordsOf(next)) throw changedMeanwhile()
  const lookups = new Lookups(rows, scope)
  const mailing = await lookups.mailing(item)
  if (!mailing) throw problem('invalid_state', 'The Postbatch of this item was deleted.')
  if (item.postbatchId !== null && body.sendOn !== undefined) throw postbatchDecides()
  const specification = await specificationOf(services, rows, item.specificationId)
  const patch: Partial<ItemRow> = {
    ...fieldsOf(body),
    recipientName: recipientName(next.recipient),
    recipientCountry: next.recipient.country,
    addressKey: addressKey(next.recipient),
    priceCents: priceOf(specification, organisation.country, next.recipient.country),
    // What was approved was another piece.
    ...(wordsOf(next) === wordsOf(item) ? {} : { approvedAt: null }),
  }
  const changed = { ...next, ...patch }
  await lookups.readEntries([changed])
  const verdict = await checkRows(lookups, mailing, changed, now)
  verdict.findings.unshift(...checked.findings)
  const move = { services, transaction: { rows, work }, organisation, now }
  const settled = await settleItem(move, item, mailing, verdict, patch)
  await saveItem(rows, settled)
  return settled
}

/** A field that is not sent stays; `recipient`, `data` and `metadata` are replaced as a whole. */
const fieldsOf = (body: ItemPatch): Partial<ItemRow> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))

const postbatchDecides = () =>
  invalid('sendOn', 'A Postbatch is sent as a whole: change the sendOn of the Postbatch.', 'not_allowed')

const changedMeanwhile = () =>
  problem(
    'revision_conflict',
    'Somebody changed the item in the meantime. Read it again and repeat the change.',
  )
