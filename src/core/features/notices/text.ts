import { withNames } from '../../engine/audit/actor.ts'
import { formatCents } from '../../kernel/money.ts'
import { toDateTime } from '../../kernel/time.ts'
import type { NoticeKind } from '../../model/people.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import { countItems } from '../items/counts.ts'
import { currencyOf } from '../ledger/accounts.ts'

/** Maximum Postbatches counted; more are shown as this number. */
const most = 1000

/** Counts the live items and Postbatches that wait for approval. */
export const waitingFor = async (rows: Rows, organisationId: string) => {
  const scope = { organisationId, mode: 'live' as const }
  const { byStatus } = await countItems(rows, scope, {})
  const order = [{ field: 'createdAt', descending: true }] as const
  const validated = { status: 'VALIDATED' } as const
  const tally = await rows.postbatches.tally(scope, validated, { by: 'status', order, limit: most })
  return { items: byStatus.PENDING_APPROVAL, postbatches: tally.get('VALIDATED') ?? 0 }
}

/** A subject, a sentence, and the portal page that shows it. */
export interface NoticeContent {
  subject: string
  text: string
  page: string
}

interface About {
  organisationId: string
  /** A Postbatch, a run, an import, an account, or the organisation. */
  id: string
  /** The receiver. */
  userId: string
  permissions: readonly string[]
}

type Writer = (rows: Rows, about: About) => Promise<NoticeContent | undefined>

/** Writers by kind of notice. They return undefined if there is no longer anything to report. */
export const textOf: Readonly<Record<Exclude<NoticeKind, 'ENDPOINT_DISABLED'>, Writer>> = {
  async APPROVAL_WAITING(rows, { organisationId, permissions }) {
    const { items, postbatches } = await waitingFor(rows, organisationId)
    const may = (...any: string[]) => any.some((permission) => permissions.includes(permission))
    const parts = [
      ...(items > 0 && may('items.approve', 'items.write') ? [counted(items, 'item')] : []),
      ...(postbatches > 0 && may('items.approve', 'postflows.write')
        ? [counted(postbatches, 'Postbatch', 'Postbatches')]
        : []),
    ]
    if (parts.length === 0) return undefined
    const verb = items + postbatches === 1 ? 'waits' : 'wait'
    const text = `${parts.join(' and ')} ${verb} for approval.`
    return { subject: 'Mail waits for your approval', text, page: postbatches > 0 ? 'postbatches' : 'items' }
  },
  async POSTBATCH_REJECTED(rows, { organisationId, id, userId }) {
    const postbatch = await rows.postbatches.get({ organisationId, mode: 'live' }, id)
    const by = postbatch?.rejectedBy
    // The Postbatch was corrected, approved or cancelled in the meantime, or the receiver rejected it.
    if (!by || postbatch.status !== 'DRAFT' || by.id === userId) return undefined
    const { name } = (await withNames(rows, [by]))(by) ?? by
    return {
      subject: 'A mailing was rejected',
      // The reason may mention a recipient, and an erasure can't reach a sent mail.
      text: `${name} rejected the mailing “${postbatch.name}”. It is not sent until it is corrected and approved. Its page shows the reason.`,
      page: `postbatches/${id}`,
    }
  },
  async RUN_HANDED_OVER(rows, { organisationId, id }) {
    const run = await rows.runs.get({ organisationId }, id)
    if (!run) return undefined
    return {
      subject: 'A run went to the printer',
      text: `The run of ${formatTime(run.cutoffAt)} was handed to the printer with ${counted(run.itemCount, 'piece')}.`,
      page: `runs/${id}`,
    }
  },
  async IMPORT_FAILED(rows, { organisationId, id }) {
    const list = await rows.imports.get({ organisationId }, id)
    // A user who cancels an import needs no notice.
    if (list && list.failureCode !== 'cancelled') {
      return {
        subject: 'An import failed',
        text: `A list of recipients could not be imported. ${list.failure ?? ''}`.trim(),
        page: `postbatches/${list.postbatchId}`,
      }
    }
    const suppressions = await rows.suppressionImports.get({ organisationId }, id)
    if (!suppressions) return undefined
    return {
      subject: 'An import failed',
      text: `A suppression list could not be imported. ${suppressions.failure ?? ''}`.trim(),
      page: '',
    }
  },
  async BALANCE_LOW(rows, { organisationId }) {
    const account = await rows.accounts.get({ organisationId }, organisationId)
    // The balance was topped up in the meantime.
    if (!account?.lowBalanceNotified) return undefined
    const available = ((account.balanceCents - account.reservedCents) / 100).toFixed(2)
    return {
      subject: 'The balance is low',
      text: `${account.currency} ${available} are available, which is less than your threshold. Mail is held once the balance is used up.`,
      page: 'balance',
    }
  },
  async SPENDING_CAP_REACHED(rows, { organisationId, id }) {
    const keyId = id === organisationId ? null : id
    const organisation = (await rows.organisations.get(everyone, organisationId))!
    const [key] = keyId === null ? [] : await rows.apiKeys.find({ organisationId }, { lineId: keyId }, newest)
    const capCents = keyId === null ? organisation.spendingCapCents : (key?.spendingCapCents ?? null)
    const found = await rows.spending.find({ organisationId }, { apiKeyId: keyId }, lastMonth)
    // The cap was raised or removed, or a new month began.
    if (capCents === null || !found[0]?.reachedNotified) return undefined
    const currency = await currencyOf(rows)
    const whose = key ? `The spending cap of the API key ${key.name}` : 'The spending cap'
    return {
      subject: 'A spending cap was reached',
      text: `${whose} for ${found[0].month}, ${currency} ${formatCents(capCents)}, was reached. Mail beyond it is held until the cap is raised or the next month begins.`,
      page: 'balance/spending',
    }
  },
}

const newest = { order: [{ field: 'createdAt', descending: true }], limit: 1 } as const
const lastMonth = { order: [{ field: 'month', descending: true }], limit: 1 } as const

const counted = (count: number, one: string, more = `${one}s`): string =>
  `${count} ${count === 1 ? one : more}`
const formatTime = (ms: number): string => `${toDateTime(ms).slice(0, 16).replace('T', ' ')} UTC`
