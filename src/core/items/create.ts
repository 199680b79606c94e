import type { ModeScope, ProcessContext, WriteContext } from '../context.ts'
import { invalid, type ParameterError, Problem, problem } from '../errors.ts'
import type { Finding } from '../finding.ts'
import type { Rows } from '../ports/store.ts'
import type { PostflowRow } from '../postflows/store.ts'
import { priceOf } from '../products/price.ts'
import { specificationOf } from '../products/specification.ts'
import type { Services } from '../services.ts'
import { compiledTemplate } from '../templates/compiled.ts'
import { addDays, dayIn } from '../time.ts'
import { addressKey, recipientName } from './address/index.ts'
import { itemLimits } from './limits.ts'
import { Lookups } from './lookups.ts'
import { createItem, type MoveContext } from './move.ts'
import type { ItemInput } from './schema.ts'
import { settleItem } from './settle.ts'
import type { ItemRow } from './store.ts'
import { checkContent, checkRows } from './validate.ts'

/** One item as the caller wrote it, and what was found before the transaction. */
export interface CheckedItem {
  id: string
  trackingCode: string
  input: ItemInput
  addressKey: string
  /** The version that its text was measured against, and that it pins. Undefined without such a Postflow. */
  templateVersionId: string | undefined
  findings: Finding[]
}

type Checking = Pick<ProcessContext, 'services' | 'scope' | 'organisation'>

/** The half of creation that takes time: address, merge fields, and whether the text fits (see `checkContent`). */
export const checkItems = async (
  { services, scope, organisation }: Checking,
  inputs: readonly ItemInput[],
): Promise<CheckedItem[]> => {
  const postflows = new Map<string, PostflowRow | undefined>()
  for (const { postflowId } of inputs) {
    if (!postflows.has(postflowId)) postflows.set(postflowId, await postflowOf(services, scope, postflowId))
  }
  return Promise.all(
    inputs.map(async (input) => {
      const item = {
        id: services.ids.next('itm'),
        trackingCode: services.ids.trackingCode(),
        addressKey: addressKey(input.recipient),
      }
      const templateVersionId = postflows.get(input.postflowId)?.templateVersionId
      if (!templateVersionId) return { ...item, input, templateVersionId, findings: [] }
      const template = await compiledTemplate(services, templateVersionId)
      const findings = await checkContent(services, organisation.country, template, { ...item, ...input })
      return { ...item, input, templateVersionId, findings }
    }),
  )
}

/** As it stood before the transaction: the handler looks again. */
const postflowOf = (services: Services, scope: ModeScope, id: string): Promise<PostflowRow | undefined> =>
  services.caches.postflows(`${scope.organisationId}|${scope.mode}|${id}`, () =>
    services.store.read((rows) => rows.postflows.get(scope, id)),
  )

/** A Postflow that takes items. Throws 422 on `postflowId` where there is none, 409 where it takes none. */
export const acceptingPostflow = async (lookups: Lookups, id: string): Promise<PostflowRow> => {
  const postflow = await lookups.postflow(id)
  if (!postflow) throw invalid('postflowId', `There is no Postflow ${id} in this mode.`, 'unknown')
  if (postflow.status !== 'ACTIVE' && postflow.status !== 'PAUSED') {
    throw problem('invalid_state', `The Postflow ${id} is ${postflow.status} and takes no items.`)
  }
  return postflow
}

/** 422 on `sendOn` where it lies further ahead than a run is ever planned. */
export const assertSendOn = (sendOn: string | null | undefined, timeZone: string, now: number): void => {
  if (!sendOn || sendOn <= addDays(dayIn(timeZone, now), itemLimits.sendOnDays)) return
  throw invalid('sendOn', `sendOn may lie at most ${itemLimits.sendOnDays} days ahead.`, 'too_far')
}

/** The row of a new item, before its first status. */
export const newItem = async (
  { services, rows, scope, organisation, now }: Omit<WriteContext, 'work' | 'rows'> & { rows: Rows },
  postflow: PostflowRow,
  checked: CheckedItem,
): Promise<Omit<ItemRow, 'status' | 'heldReason' | 'history'>> => {
  const { id, trackingCode, input, findings } = checked
  const specification = await specificationOf(services, rows, postflow.specificationId)
  return {
    id,
    ...scope,
    postflowId: postflow.id,
    postbatchId: null,
    templateVersionId: checked.templateVersionId ?? postflow.templateVersionId,
    productId: postflow.productId,
    specificationId: postflow.specificationId,
    advertisingCategory: postflow.advertisingCategory,
    findings,
    recipient: input.recipient,
    recipientName: recipientName(input.recipient),
    recipientCountry: input.recipient.country,
    addressKey: checked.addressKey,
    addressOverride: input.addressOverride,
    data: input.data,
    reference: input.reference,
    metadata: input.metadata,
    sendOn: input.sendOn,
    approvedAt: null,
    runId: null,
    sequence: null,
    cancellableUntil: null,
    suppression: null,
    trackingCode,
    scanCount: 0,
    reprintOf: null,
    reprintedAs: null,
    priceCents: priceOf(specification, organisation.country, input.recipient.country),
    currency: specification.currency,
    createdDay: dayIn(organisation.timeZone, now),
    // `createItem` counts its entry into CREATED as the first revision.
    revision: 0,
    createdAt: now,
    updatedAt: now,
  }
}

/**
 * Creates items and moves each on as far as it goes (decision 2). Rows are inserted once, as they end up. A row
 * that is refused is its Problem in the answer, and nothing of it is kept.
 */
export const createItems = async (
  context: WriteContext,
  checked: readonly CheckedItem[],
): Promise<(ItemRow | Problem)[]> => {
  const lookups = new Lookups(context.rows, context.scope)
  const pieces = []
  for (const { input, addressKey } of checked) {
    const advertisingCategory = (await lookups.postflow(input.postflowId))?.advertisingCategory ?? null
    pieces.push({ addressKey, recipient: input.recipient, advertisingCategory })
  }
  await lookups.readEntries(pieces)
  const outcomes: (ItemRow | Problem)[] = []
  for (const item of checked) {
    const postflow = await accept(context, lookups, item)
    if (postflow instanceof Problem) {
      outcomes.push(postflow)
      continue
    }
    const created = await createOne(context, lookups, postflow, item)
    lookups.noteFresh(created)
    outcomes.push(created)
  }
  const created = outcomes.filter((outcome): outcome is ItemRow => !(outcome instanceof Problem))
  if (created.length === 1) await context.rows.items.insert(created[0]!)
  else await context.rows.items.insertMany(created)
  return outcomes
}

/** Refusals come first, before any event or money of the item, so that the others are not touched by them. */
const accept = async (
  { organisation, now }: WriteContext,
  lookups: Lookups,
  { input }: CheckedItem,
): Promise<PostflowRow | Problem> => {
  try {
    const postflow = await acceptingPostflow(lookups, input.postflowId)
    assertSendOn(input.sendOn, organisation.timeZone, now)
    return postflow
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

const createOne = async (
  context: WriteContext,
  lookups: Lookups,
  postflow: PostflowRow,
  checked: CheckedItem,
): Promise<ItemRow> => {
  const { rows, work, services, organisation, now } = context
  const move: MoveContext = { services, transaction: { rows, work }, organisation, now }
  const item = await newItem(context, postflow, checked)
  const verdict = await checkRows(lookups, postflow, item, now)
  verdict.findings.unshift(...checked.findings)
  return settleItem(move, createItem(move, item), postflow, verdict)
}

/** What refuses one row of a bulk, as its errors. */
export const rowErrors = (error: Problem, index: number): ParameterError[] => {
  if (error.errors.length === 0) {
    // A conflict with no parameter of its own is about the Postflow that the row names.
    const parameter = `items[${index}].postflowId`
    return [{ parameter, location: 'body', code: error.code, message: error.message }]
  }
  return error.errors.map((entry) => ({ ...entry, parameter: `items[${index}].${entry.parameter}` }))
}
