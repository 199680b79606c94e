import type { NewJob } from '../../engine/jobs/kinds.ts'
import type { Services } from '../../engine/services.ts'
import { type Finding, finding } from '../../kernel/finding.ts'
import { oneOf, type Where } from '../../kernel/query.ts'
import type { ItemRow } from '../../model/items.ts'
import type { PostbatchRow } from '../../model/postbatches.ts'
import type { Rows } from '../../ports/store.ts'
import { regroup } from '../analytics/rebuild.ts'
import { countOf, totalsOf } from '../counters/postbatch-totals.ts'
import { type Mailing, mailingOfPostbatch } from '../items/mailing.ts'
import { type MoveContext, stayItem } from '../items/move.ts'
import { termsToday } from '../items/price-terms.ts'
import { Recipients, readRecipients } from '../items/recipients.ts'
import { itemFindings } from '../items/sentences.ts'
import { destinationOf, settleItem } from '../items/settle.ts'
import { checkContent, checkRecipient, type Verdict, wordsOf } from '../items/validate.ts'
import type { PriceTerms } from '../products/prices.ts'
import { compiledTemplate } from '../templates/compiled.ts'

type Group = string | null

/**
 * Returns the former cost centres to store when a Postbatch's cost centre changes. Items copy it at creation.
 * Those with a former one get the new one, even if their own request named the former one.
 */
export const formerGroups = async (
  rows: Rows,
  postbatch: PostbatchRow,
  to: Group | undefined,
): Promise<Pick<PostbatchRow, 'formerBillingGroups'> | undefined> => {
  const { id, billingGroup, formerBillingGroups, copiedUntil } = postbatch
  if (to === undefined || to === billingGroup) return undefined
  // Items still to be copied bring the previous cost centre along.
  const hasItems = copiedUntil !== null || countOf(await totalsOf(rows, postbatch, [id])) > 0
  if (!hasItems && formerBillingGroups === null) return undefined
  const former = new Set([...(formerBillingGroups ?? []), billingGroup])
  former.delete(to)
  return { formerBillingGroups: [...former] }
}

/** Returns the cost centre that validation gives to an item. */
const groupOf = (
  { billingGroup, formerBillingGroups }: PostbatchRow,
  item: Pick<ItemRow, 'billingGroup'>,
): Group => (formerBillingGroups?.includes(item.billingGroup) ? billingGroup : item.billingGroup)

export const validateJob = (postbatch: PostbatchRow, now: number): NewJob => ({
  kind: 'postbatches.validate',
  subject: postbatch.id,
  organisationId: postbatch.organisationId,
  mode: postbatch.mode,
  dueAt: now,
  payload: { postbatchId: postbatch.id },
})

/** Condition for items of a Postbatch that validation checks: those that have not ended. */
export const unapproved = (postbatchId: string): Where<ItemRow> => ({
  postbatchId,
  status: oneOf(['NEEDS_ATTENTION', 'HELD']),
})

/** Findings of an item's text against a template version, valid only while the text is the same. */
export interface Measured {
  words: string
  findings: Finding[]
}

/**
 * Measures items whose text was checked against another template version than the Postbatch's present one;
 * others keep their findings. Runs outside transactions.
 */
export const measureItems = async (
  services: Services,
  originCountry: string,
  postbatch: PostbatchRow,
  items: readonly ItemRow[],
): Promise<Map<string, Measured>> => {
  const measured = new Map<string, Measured>()
  for (const item of items) {
    if (item.templateVersionId === postbatch.templateVersionId) continue
    const template = await compiledTemplate(services, postbatch, postbatch.templateVersionId)
    measured.set(item.id, {
      words: wordsOf(item),
      findings: await checkContent(services, originCountry, template, item),
    })
  }
  return measured
}

/**
 * Validates a chunk of items against this transaction's rows, and pins them to the Postbatch's present
 * settings. Returns the rows to save. An item whose text changed since it was measured is left for the next
 * pass.
 */
export const revalidateItems = async (
  context: MoveContext,
  postbatch: PostbatchRow,
  items: readonly ItemRow[],
  measured: ReadonlyMap<string, Measured>,
): Promise<ItemRow[]> => {
  const { rows } = context.transaction
  const { organisationId, mode } = postbatch
  const mailing = mailingOfPostbatch(postbatch)
  const { advertisingCategory } = postbatch
  const pieces = items.map(({ recipient }) => ({ recipient, advertisingCategory, mailing }))
  const recipients = new Recipients(await readRecipients(rows, { organisationId, mode }, pieces, context.now))
  const kept: ItemRow[] = []
  for (const item of items) {
    const repinned = item.templateVersionId !== postbatch.templateVersionId
    const fresh = measured.get(item.id)
    if (repinned && fresh?.words !== wordsOf(item)) continue
    const terms = await termsOf(context, postbatch, item, mailing.quantity)
    const pinned = pinsOf(postbatch, item, terms)
    const verdict = checkRecipient(recipients, mailing, { ...item, ...pinned }, { earlierOnly: true })
    verdict.findings.unshift(
      ...(repinned ? fresh!.findings : item.findings.filter(({ code }) => !judgedAnew.includes(code))),
    )
    if (!terms) verdict.findings.push(unserved(item))
    if (!changes(item, mailing, verdict, pinned)) continue
    const { billingGroup } = pinned
    if (billingGroup !== item.billingGroup) {
      await regroup(context.transaction, context.organisation, item, billingGroup)
    }
    kept.push(await settleItem(context, item, mailing, verdict, pinned))
  }
  return kept
}

/** Codes of findings that depend on other rows: every validation decides them again. */
const judgedAnew = ['duplicate_recipient', 'country_unserved']

const unserved = ({ recipientCountry: country }: ItemRow): Finding =>
  finding('error', itemFindings.sentence('country_unserved', { country }), { field: 'recipient.country' })

/** Returns an item's present terms; undefined if its country is not served. */
const termsOf = (
  { services, transaction: { rows }, organisation, now }: MoveContext,
  { specificationId, templateVersionId }: PostbatchRow,
  { recipientCountry: country }: ItemRow,
  quantity: number,
): Promise<PriceTerms | undefined> =>
  termsToday({ services, rows, organisation, now }, { specificationId, templateVersionId, country, quantity })

/**
 * Prices a chunk of items for the number of pieces of the Postbatch. Returns the rows to save, without items
 * whose price stays.
 */
export const repriceItems = async (
  context: MoveContext,
  postbatch: PostbatchRow,
  items: readonly ItemRow[],
  quantity: number,
): Promise<ItemRow[]> => {
  const priced: ItemRow[] = []
  for (const item of items) {
    const terms = await termsOf(context, postbatch, item, quantity)
    if (terms && terms.priceCents !== item.priceCents) priced.push(stayItem(context, item, terms))
  }
  return priced
}

/** Returns the settings that an item takes over from its Postbatch, and its present terms. */
const pinsOf = (
  postbatch: PostbatchRow,
  item: ItemRow,
  terms: PriceTerms | undefined,
): Partial<ItemRow> & Pick<ItemRow, 'billingGroup'> => ({
  billingGroup: groupOf(postbatch, item),
  templateVersionId: postbatch.templateVersionId,
  productId: postbatch.productId,
  specificationId: postbatch.specificationId,
  advertisingCategory: postbatch.advertisingCategory,
  ...terms,
})

/** Whether an item changes: most don't and need no write. */
const changes = (item: ItemRow, mailing: Mailing, verdict: Verdict, pinned: Partial<ItemRow>): boolean =>
  destinationOf(verdict, mailing, item).status !== item.status ||
  JSON.stringify(verdict.findings) !== JSON.stringify(item.findings) ||
  Object.entries(pinned).some(([field, value]) => item[field as keyof ItemRow] !== value)
