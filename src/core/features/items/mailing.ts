import type { ModeScope } from '../../engine/caller.ts'
import { Groups } from '../../engine/groups.ts'
import { idFilter, periodFilter } from '../../engine/list/fields.ts'
import type { CacheKind } from '../../engine/read-cache.ts'
import type { Services } from '../../engine/services.ts'
import { oneOf } from '../../kernel/query.ts'
import type { HeldReason, MailingRef } from '../../model/items.ts'
import { openStatuses, type PostbatchRow } from '../../model/postbatches.ts'
import type { PostflowRow } from '../../model/postflows.ts'
import type { Rows, Scope } from '../../ports/store.ts'
import { currentCatalogue } from '../products/current-catalogue.ts'

/**
 * The Postflow or Postbatch of an item, reduced to what items depend on: what is printed, and whether they
 * may proceed.
 */
export interface Mailing
  extends MailingRef,
    Pick<
      PostflowRow,
      | 'templateVersionId'
      | 'productId'
      | 'specificationId'
      | 'advertisingCategory'
      | 'returnAddressId'
      | 'trackingTargetUrl'
      | 'billingGroup'
    > {
  /** Name in messages: `Postflow pfl_…`. */
  name: string
  status: string
  takesItems: boolean
  /** Why all of its items are held; null if they aren't. */
  holds: HeldReason | null
  /** Each item waits in PENDING_APPROVAL until approved. */
  approvalPerItem: boolean
  /** Days within which a second item to a recipient is a duplicate: 0 for never, Infinity for always. */
  duplicateWindowDays: number
  /** Number of pieces that prices depend on: of a Postbatch at its last validation, one for a Postflow. */
  quantity: number
}

export const mailingOfPostflow = (postflow: PostflowRow): Mailing => ({
  ...printedOf(postflow),
  postflowId: postflow.id,
  postbatchId: null,
  name: `Postflow ${postflow.id}`,
  status: postflow.status,
  takesItems: postflow.status === 'ACTIVE' || postflow.status === 'PAUSED',
  holds: postflow.status === 'PAUSED' ? 'POSTFLOW_PAUSED' : null,
  approvalPerItem: postflow.approval === 'PER_ITEM',
  duplicateWindowDays: postflow.duplicateWindowDays,
  quantity: 1,
})

export const mailingOfPostbatch = (postbatch: PostbatchRow): Mailing => ({
  ...printedOf(postbatch),
  postflowId: null,
  postbatchId: postbatch.id,
  name: `Postbatch ${postbatch.id}`,
  status: postbatch.status,
  takesItems: openStatuses.includes(postbatch.status),
  // A cancelled Postbatch holds its items until the job that cancels them has run.
  holds: postbatch.approvedAt === null || postbatch.status === 'CANCELLED' ? 'APPROVAL_MODE' : null,
  approvalPerItem: false,
  duplicateWindowDays: postbatch.allowDuplicates ? 0 : Number.POSITIVE_INFINITY,
  quantity: postbatch.pricedQuantity ?? 1,
})

const printedOf = (row: PostflowRow | PostbatchRow) => ({
  templateVersionId: row.templateVersionId,
  productId: row.productId,
  specificationId: row.specificationId,
  advertisingCategory: row.advertisingCategory,
  returnAddressId: row.returnAddressId,
  trackingTargetUrl: row.trackingTargetUrl,
  billingGroup: row.billingGroup,
})

/** Returns the fields shared by a Postflow and a Postbatch (`mailingAnswer`). */
export const mailingToWire = (row: PostflowRow | PostbatchRow) => ({
  isTest: row.mode === 'test',
  name: row.name,
  description: row.description,
  templateId: row.templateId,
  templateVersionId: row.templateVersionId,
  productId: row.productId,
  productSpecificationId: row.specificationId,
  advertisingCategory: row.advertisingCategory,
  returnAddressId: row.returnAddressId,
  trackingTargetUrl: row.trackingTargetUrl,
  billingGroup: row.billingGroup,
})

/** Returns a mailing's key for maps: ids of Postflows and Postbatches differ by prefix. */
export const mailingKey = ({ postflowId, postbatchId }: MailingRef): string => postbatchId ?? postflowId!

/**
 * Returns an item's mailing. Undefined if a draft Postbatch was deleted and its last items are about to be
 * cancelled.
 */
export const mailingOf = async (
  rows: Rows,
  scope: ModeScope,
  { postflowId, postbatchId }: MailingRef,
): Promise<Mailing | undefined> => {
  if (postbatchId !== null) {
    const postbatch = await rows.postbatches.get(scope, postbatchId)
    return postbatch && mailingOfPostbatch(postbatch)
  }
  const postflow = await rows.postflows.get(scope, postflowId!)
  return postflow && mailingOfPostflow(postflow)
}

/** Reads mailings by key in parallel, without those that don't exist. */
export const mailingsByKey = async (
  rows: Rows,
  scope: Scope,
  refs: readonly MailingRef[],
): Promise<Map<string, Mailing>> => {
  const postflowIds = new Set(refs.flatMap(({ postbatchId, postflowId }) => (postbatchId ? [] : postflowId!)))
  const postbatchIds = new Set(refs.flatMap(({ postbatchId }) => postbatchId ?? []))
  const [postflows, postbatches] = await Promise.all([
    postflowIds.size > 0 ? rows.postflows.find(scope, { id: oneOf([...postflowIds]) }) : [],
    postbatchIds.size > 0 ? rows.postbatches.find(scope, { id: oneOf([...postbatchIds]) }) : [],
  ])
  return new Map([
    ...postflows.map((row) => [row.id, mailingOfPostflow(row)] as const),
    ...postbatches.map((row) => [row.id, mailingOfPostbatch(row)] as const),
  ])
}

const knownMailings: CacheKind<Mailing | undefined> = { tables: ['postflows', 'postbatches'] }

interface MailingRequest {
  scope: ModeScope
  ref: MailingRef
}

/** Groups reads of mailings: requests made while an organisation's mailings are read share the next read. */
const readings = new WeakMap<Services, Groups<MailingRequest, Mailing | undefined>>()

const readingsOf = (services: Services): Groups<MailingRequest, Mailing | undefined> => {
  const known = readings.get(services)
  if (known) return known
  const made = new Groups<MailingRequest, Mailing | undefined>({
    most: mailingsTogether,
    async carryOut({ scope }, begin) {
      const refs = begin().map(({ ref }) => ref)
      const [found] = await services.store.read((rows) =>
        // Templates are compiled for the sheets of the catalogue, which another server may have changed.
        Promise.all([mailingsByKey(rows, scope, refs), currentCatalogue(services, rows)]),
      )
      return refs.map((ref) => found.get(mailingKey(ref)))
    },
  })
  readings.set(services, made)
  return made
}

const mailingsTogether = 500

/** Returns the mailing before the transaction, possibly cached. The handler reads it again. */
export const mailingBefore = (
  services: Services,
  scope: ModeScope,
  ref: MailingRef,
): Promise<Mailing | undefined> => {
  const owner = `${scope.organisationId}|${scope.mode}`
  return services.caches.of(knownMailings)(`${owner}|${mailingKey(ref)}`, () =>
    readingsOf(services).submit(owner, { scope, ref }),
  )
}

/** Sorts and filters that lists of Postflows and Postbatches share. */
export const mailingSort = { createdAt: 'createdAt', updatedAt: 'updatedAt', name: 'name' } as const
export const mailingFilters = {
  id: idFilter,
  name: { type: 'text', maxLength: 120, operators: ['eq', 'contains'] },
  templateId: idFilter,
  templateVersionId: idFilter,
  productId: idFilter,
  advertisingCategory: { type: 'text', maxLength: 41, operators: ['eq', 'in', 'null'] },
  createdAt: periodFilter,
  updatedAt: periodFilter,
} as const
