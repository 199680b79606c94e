import { recipientToWire } from '../../address/schema.ts'
import type { Caller, ModeScope } from '../../engine/caller.ts'
import type { Services } from '../../engine/services.ts'
import type { Config } from '../../kernel/config.ts'
import { found, problem } from '../../kernel/errors.ts'
import { type Finding, finding } from '../../kernel/finding.ts'
import { assertRevision } from '../../kernel/lifecycle.ts'
import { toDateTime, toDateTimeOrNull } from '../../kernel/time.ts'
import { hiddenColumns, type ItemRow } from '../../model/items.ts'
import type { Rows } from '../../ports/store.ts'
import type { Mailing } from './mailing.ts'
import type { Item } from './schema.ts'
import { hiddenFindings, itemProblems } from './sentences.ts'

type At = Pick<Config, 'baseUrl'>

/** Returns the URL of a piece's QR code: `HTTPS://MAIL.EXAMPLE/Q/CODE`. */
export const trackingUrl = (config: At, code: string): string => onPaper(config, `/q/${code}`)

/** Returns the URL where a recipient opts out of further mail: `HTTPS://MAIL.EXAMPLE/O/CODE`. */
export const optOutUrl = (config: At, code: string): string => onPaper(config, `/o/${code}`)

/**
 * Returns the URL in upper case, because its QR code then needs fewer modules (25 instead of 29). Scheme and
 * host ignore case, and the server accepts `/Q/` and `/O/`. A base URL with a path keeps its case.
 */
const onPaper = ({ baseUrl }: At, path: string): string => {
  const hasPath = /^https?:\/\/[^/]+\/./i.test(baseUrl)
  return hasPath ? baseUrl + path : (baseUrl + path).toUpperCase()
}

/** An item with its approval requirement; new ones have no history. */
export type Approvable = Pick<ItemRow, 'approvedAt' | 'approvalRequired'> & Partial<Pick<ItemRow, 'history'>>

/**
 * Whether an item must be approved before it is sent. The requirement belongs to the item and outlasts
 * changes of its Postflow. Items from before 0.3.0 have none stored: those that have waited for approval
 * still need it.
 */
export const requiresApproval = (item: Approvable, mailing?: Pick<Mailing, 'approvalPerItem'>): boolean =>
  mailing?.approvalPerItem ||
  (item.approvalRequired ?? item.history?.some(({ status }) => status === 'PENDING_APPROVAL') ?? false)

export const itemToWire = ({ config }: Pick<Services, 'config'>, row: ItemRow): Item => ({
  id: row.id,
  isTest: row.mode === 'test',
  postflowId: row.postflowId,
  postbatchId: row.postbatchId,
  templateVersionId: row.templateVersionId,
  productId: row.productId,
  productSpecificationId: row.specificationId,
  advertisingCategory: row.advertisingCategory,
  status: row.status,
  heldReason: row.heldReason,
  findings: row.findings,
  recipient: recipientToWire(row.recipient),
  addressOverride: row.addressOverride,
  data: row.data,
  reference: row.reference,
  billingGroup: row.billingGroup,
  apiKeyId: row.apiKeyId,
  metadata: row.metadata ?? {},
  sendOn: row.sendOn,
  approvalRequired: requiresApproval(row),
  approvedAt: toDateTimeOrNull(row.approvedAt),
  rejectedAt: toDateTimeOrNull(row.rejectedAt),
  runId: row.runId,
  sequence: row.sequence,
  cancellableUntil: toDateTimeOrNull(row.cancellableUntil),
  suppression: row.suppression,
  tracking: {
    code: row.trackingCode,
    url: trackingUrl(config, row.trackingCode),
    optOutUrl: optOutUrl(config, row.trackingCode),
  },
  scanCount: row.scanCount,
  reprintOfItemId: row.reprintOf,
  reprintedAsItemId: row.reprintedAs,
  correctionOfItemId: row.correctionOf,
  correctedAsItemId: row.correctedAs,
  erasure:
    row.erasureRequestedAt === null
      ? null
      : { requestedAt: toDateTime(row.erasureRequestedAt), completedAt: toDateTimeOrNull(row.erasedAt) },
  priceCents: row.priceCents,
  currency: row.currency,
  revision: row.revision,
  createdAt: toDateTime(row.createdAt),
  updatedAt: toDateTime(row.updatedAt),
})

/**
 * Returns a changed item as its caller may see it. Without `items.read`, only its state is shown, without
 * recipient, letter and annotations.
 */
export const itemFor = (
  { caller, services }: { caller: Pick<Caller, 'scopes'>; services: Pick<Services, 'config'> },
  row: ItemRow,
): Item => {
  const item = itemToWire(services, row)
  return mayReadItems(caller) ? item : withoutLetter(item)
}

const mayReadItems = ({ scopes }: Pick<Caller, 'scopes'>): boolean => scopes.includes('items.read')

/** Removes recipient, letter and annotations. */
const withoutLetter = (item: Item): Item => ({
  ...item,
  ...(hiddenColumns satisfies Partial<Record<keyof Item, null>>),
  recipient: recipientToWire({ country: item.recipient.country }),
  data: {},
  findings: item.findings.map(withoutDetails),
  metadata: {},
})

const withoutDetails = ({ code, severity, field }: Item['findings'][number]): Finding =>
  finding(severity, { ...hiddenFindings.sentence('hidden'), code }, { field })

/**
 * Returns what the sender of an item may see. Without `items.read`, the answer shows that the item is
 * suppressed or a duplicate, but nothing of the suppression entry or the earlier item.
 */
export const answerToSender = <Answer extends Pick<Item, 'findings' | 'suppression'>>(
  caller: Pick<Caller, 'scopes'>,
  answer: Answer,
): Answer =>
  mayReadItems(caller)
    ? answer
    : {
        ...answer,
        findings: answer.findings.map((found) =>
          found.code === 'duplicate_recipient' ? withoutDetails(found) : found,
        ),
        suppression: null,
      }

export const itemById = async (rows: Rows, scope: ModeScope, id: string): Promise<ItemRow> =>
  found(await rows.items.get(scope, id), 'item')

/** Returns the item at the revision that the caller saw. Throws 404, and 412 for another revision. */
export const seenItem = async (
  rows: Rows,
  scope: ModeScope,
  { id, ifMatch }: { id: string; ifMatch: string | undefined },
): Promise<ItemRow> => {
  const item = await itemById(rows, scope, id)
  assertRevision(ifMatch, item.revision, 'item')
  return item
}

/** Returns a 409 with the present status, for refusals outside the lifecycle table. */
export const wrongState = (
  { status }: Pick<ItemRow, 'status'>,
  cannot: 'approve' | 'reject' | 'reprint' | 'erase',
) => problem(itemProblems.sentence(`invalid_state.${cannot}`, { status }))
