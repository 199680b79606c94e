import type { Caller, ModeScope } from '../../engine/caller.ts'
import type { WriteContext } from '../../engine/context.ts'
import { unknownId } from '../../engine/ids.ts'
import type { Services } from '../../engine/services.ts'
import { invalid, problem } from '../../kernel/errors.ts'
import type { Finding } from '../../kernel/finding.ts'
import { oneOf } from '../../kernel/query.ts'
import { dayIn } from '../../kernel/time.ts'
import { type ItemRow, type ItemStatus, unsetColumns } from '../../model/items.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import type { Rows } from '../../ports/store.ts'
import type { PriceTerms } from '../products/prices.ts'
import { suppressionOf } from '../suppressions/match.ts'
import { compiledTemplate } from '../templates/compiled.ts'
import { wrongState } from './item.ts'
import { mailingOf } from './mailing.ts'
import { enterCreated, type MoveContext } from './move.ts'
import { notServed, termsToday } from './price-terms.ts'
import { insertItems, saveItem } from './save.ts'
import { itemInputSentences, itemProblems } from './sentences.ts'
import { settleItem } from './settle.ts'
import { checkContent } from './validate.ts'

/**
 * Returns the terms of printing an item today; free without `charge`. Throws 422 if charged and its country
 * is no longer served.
 */
export const reprintTerms = async (
  { services, transaction: { rows }, organisation, now }: MoveContext,
  item: ItemRow,
  charge: boolean,
): Promise<Partial<PriceTerms> & { priceCents: number }> => {
  const { country } = item.recipient
  const terms = await termsToday({ services, rows, organisation, now }, { ...item, country })
  if (charge && !terms) throw notServed(country)
  return { ...terms, priceCents: charge ? terms!.priceCents : 0 }
}

/** Returns an item's content findings by today's rules. Measures text: call it outside transactions. */
export const contentFindings = async (
  services: Services,
  { country }: OrganisationRow,
  item: ItemRow,
): Promise<Finding[]> =>
  checkContent(services, country, await compiledTemplate(services, item, item.templateVersionId), item)

/** Throws 403 for a free reprint unless the caller is an operator. */
export const assertMayReprint = ({ scopes }: Pick<Caller, 'scopes'>, charge: boolean): void => {
  if (charge || scopes.includes('runs.manage')) return
  throw problem(itemProblems.sentence('insufficient_scope.free_reprint'))
}

/** Statuses that allow a reprint: handed to the carrier or later, or never printed. */
export const reprintable: readonly ItemStatus[] = [
  'HANDED_TO_CARRIER',
  'COMPLETED',
  'RETURNED',
  'NOT_SENT',
  'FAILED',
]
/** A reprint or corrected copy in one of these statuses was never printed and doesn't prevent another one. */
const neverPrinted: readonly ItemStatus[] = ['CANCELLED', 'SUPPRESSED', 'FAILED', 'NOT_SENT']

export interface Reprint {
  /** Terms; omitted ones stay. A price of 0 is free. */
  terms: Partial<PriceTerms> & { priceCents: number }
  /** Content findings by today's rules; an error makes the new item NEEDS_ATTENTION. */
  findings: Finding[]
  reason?: string
  /** Key line that requests the reprint, whose spending it counts towards; by default the item's. */
  apiKeyId?: string | null
}

/**
 * Creates a new item with the data, recipient and template version of another, links them, and moves the new
 * one on as far as possible. The new item counts as approved; suppressions and pauses apply. Each item has
 * one successor at a time, so that nothing is printed twice by mistake: throws 409 if there is one, or if the
 * item can't be reprinted. Saves both rows.
 */
export const reprintItem = async (
  context: MoveContext,
  item: ItemRow,
  reprint: Reprint,
): Promise<ItemRow> => {
  const { services, transaction, organisation, now } = context
  const { rows } = transaction
  if (!reprintable.includes(item.status)) throw wrongState(item, 'reprint')
  if (item.erasureRequestedAt !== null) {
    throw problem(itemProblems.sentence('invalid_state.erased_reprint'))
  }
  const scope = { organisationId: item.organisationId, mode: item.mode }
  const successor = item.reprintedAs === null ? undefined : await rows.items.get(scope, item.reprintedAs)
  if (successor && !neverPrinted.includes(successor.status)) {
    throw problem(itemProblems.sentence('invalid_state.reprinted', { item: successor.id }))
  }
  const mailing = await mailingOf(rows, scope, item)
  if (!mailing) throw new Error(`The item ${item.id} has no Postflow or Postbatch.`)
  if (item.postbatchId !== null && mailing.status === 'CANCELLED') {
    // The new item would wait for an approval that can no longer be given.
    throw problem(itemProblems.sentence('invalid_state.mailing_cancelled', { mailingName: mailing.name }))
  }
  const fresh: Omit<ItemRow, 'status' | 'heldReason' | 'history'> = {
    ...item,
    ...unsetColumns,
    id: services.ids.next('itm'),
    trackingCode: services.ids.trackingCode(),
    findings: reprint.findings,
    sendOn: null,
    approvedAt: now,
    scanCount: 0,
    reprintOf: item.id,
    correctionOf: null,
    apiKeyId: reprint.apiKeyId === undefined ? item.apiKeyId : reprint.apiKeyId,
    ...reprint.terms,
    createdDay: dayIn(organisation.timeZone, now),
    revision: 0,
    createdAt: now,
    updatedAt: now,
  }
  const suppression = await suppressionOf(rows, fresh)
  const settled = await settleItem(context, enterCreated(context, fresh), mailing, {
    findings: reprint.findings,
    suppression,
  })
  await insertItems(rows, [settled])
  await saveItem(rows, { ...item, reprintedAs: settled.id, revision: item.revision + 1, updatedAt: now })
  return settled
}

type Given = string | null | undefined

const field = 'correctionOfItemId'

/**
 * Rejected items that new items correct. Each has one corrected copy at a time, so that concurrent
 * corrections are sent once.
 */
export class Corrections {
  readonly #rejected: ReadonlyMap<string, ItemRow>
  /** Ids of copies that may still be printed. */
  readonly #copies: ReadonlySet<string>
  /** The new item that claims each rejected item, by the rejected item's id. */
  readonly #claimed = new Map<string, string>()

  /** `copies`: the present copies of the rejected items. */
  constructor(rejected: readonly ItemRow[], copies: readonly ItemRow[]) {
    this.#rejected = new Map(rejected.map((item) => [item.id, item]))
    this.#copies = new Set(copies.filter(({ status }) => !neverPrinted.includes(status)).map(({ id }) => id))
  }

  /** Reads the named items and their copies; nothing if none is named. */
  static async of(rows: Rows, scope: ModeScope, given: readonly Given[]): Promise<Corrections> {
    const ids = [...new Set(given.filter((id) => typeof id === 'string'))]
    if (ids.length === 0) return new Corrections([], [])
    const rejected = await rows.items.find(scope, { id: oneOf(ids) })
    const copies = rejected.flatMap(({ correctedAs }) => (correctedAs === null ? [] : [correctedAs]))
    return new Corrections(
      rejected,
      copies.length === 0 ? [] : await rows.items.find(scope, { id: oneOf(copies) }),
    )
  }

  /**
   * Records that item `by` corrects this one. Throws 422 if this one is unknown, was not rejected, is erased
   * or already has a copy.
   */
  claim(id: Given, by: string): void {
    if (typeof id !== 'string') return
    const item = this.#rejected.get(id)
    if (!item) throw unknownId(field, 'itm', id, 'mode')
    if (item.rejectedAt === null) {
      throw invalid(field, itemInputSentences.sentence('invalid_value.not_rejected', { status: item.status }))
    }
    if (item.erasureRequestedAt !== null) {
      throw invalid(field, itemInputSentences.sentence('invalid_value.erased_rejected'))
    }
    const copy = this.#claimed.get(id) ?? (this.#copies.has(item.correctedAs ?? '') ? item.correctedAs : null)
    if (copy !== null) throw invalid(field, itemInputSentences.sentence('conflict.corrected', { item: copy }))
    this.#claimed.set(id, by)
  }

  /** Stores the ids of the copies in the rejected items. */
  async keep({ rows, now }: Pick<WriteContext, 'rows' | 'now'>, created: Iterable<ItemRow>): Promise<void> {
    for (const { id, correctionOf } of created) {
      if (correctionOf === null) continue
      const item = this.#rejected.get(correctionOf)!
      await saveItem(rows, { ...item, correctedAs: id, revision: item.revision + 1, updatedAt: now })
    }
  }
}
