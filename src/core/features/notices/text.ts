import { withNames } from '../../engine/audit/actor.ts'
import { toDateTime } from '../../kernel/time.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import type { NoticeKind } from '../../model/people.ts'
import type { Rows } from '../../ports/store.ts'
import { countItems } from '../items/counts.ts'
import { currencyOf } from '../ledger/accounts.ts'
import type { MailWords } from '../people/mails.ts'

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
  organisation: OrganisationRow
  /** A Postbatch, a run, an import, an account, or the organisation. */
  id: string
  /** The receiver. */
  userId: string
  permissions: readonly string[]
}

type Writer = (rows: Rows, about: About, words: MailWords) => Promise<NoticeContent | undefined>

/** Writers by kind of notice. They return undefined if there is no longer anything to report. */
export const textOf: Readonly<Record<Exclude<NoticeKind, 'ENDPOINT_DISABLED'>, Writer>> = {
  async APPROVAL_WAITING(rows, { organisation, permissions }, { approval: words }) {
    const waiting = await waitingFor(rows, organisation.id)
    const may = (...any: string[]) => any.some((permission) => permissions.includes(permission))
    const items = may('items.approve', 'items.write') ? waiting.items : 0
    const mailings = may('items.approve', 'postflows.write') ? waiting.postbatches : 0
    if (items + mailings === 0) return undefined
    return {
      subject: words.subject,
      text:
        mailings === 0
          ? words.items({ items })
          : items === 0
            ? words.mailings({ mailings })
            : words.both({ items, mailings }),
      page: mailings > 0 ? 'postbatches' : 'items',
    }
  },
  async POSTBATCH_REJECTED(rows, { organisation, id, userId }, { rejected: words }) {
    const postbatch = await rows.postbatches.get({ organisationId: organisation.id, mode: 'live' }, id)
    const by = postbatch?.rejectedBy
    // The Postbatch was corrected, approved or cancelled in the meantime, or the receiver rejected it.
    if (!by || postbatch.status !== 'DRAFT' || by.id === userId) return undefined
    const { name } = (await withNames(rows, [by]))(by) ?? by
    // The reason may mention a recipient, and an erasure can't reach a sent mail.
    const text = words.text({ name, mailing: postbatch.name })
    return { subject: words.subject, text, page: `postbatches/${id}` }
  },
  async RUN_HANDED_OVER(rows, { organisation, id }, { handedOver: words }) {
    const run = await rows.runs.get({ organisationId: organisation.id }, id)
    if (!run) return undefined
    const isOwnMail = organisation.billingMode === 'OWN_MAIL'
    return {
      subject: words.subject({ isOwnMail }),
      text: words.text({ isOwnMail, cutoff: toDateTime(run.cutoffAt), pieces: run.itemCount }),
      page: `runs/${id}`,
    }
  },
  async IMPORT_FAILED(rows, { organisation, id }, { importFailed: words }) {
    const scope = { organisationId: organisation.id }
    const list = await rows.imports.get(scope, id)
    const suppressions = list ? undefined : await rows.suppressionImports.get(scope, id)
    const failed = list ?? suppressions
    const code = failed?.failureCode
    // A user who cancels an import or starts it again needs no notice.
    if (failed?.status !== 'FAILED' || code === 'cancelled') return undefined
    // An older server stores no code, and a newer one may have other codes.
    const reason: string | undefined = code ? words.reasons[code] : undefined
    return {
      subject: words.subject,
      text: `${list ? words.list : words.suppressions} ${reason ?? ''}`.trim(),
      page: list ? `postbatches/${list.postbatchId}` : '',
    }
  },
  async BALANCE_LOW(rows, { organisation: { id } }, { balanceLow: words }) {
    const account = await rows.accounts.get({ organisationId: id }, id)
    // The balance was topped up in the meantime.
    if (!account?.lowBalanceNotified) return undefined
    const { currency, balanceCents, reservedCents } = account
    const available = { cents: balanceCents - reservedCents, currency }
    return { subject: words.subject, text: words.text({ available }), page: 'balance' }
  },
  async SPENDING_CAP_REACHED(rows, { organisation, id }, { capReached: words }) {
    const organisationId = organisation.id
    const keyId = id === organisationId ? null : id
    const [key] = keyId === null ? [] : await rows.apiKeys.find({ organisationId }, { lineId: keyId }, newest)
    const capCents = keyId === null ? organisation.spendingCapCents : (key?.spendingCapCents ?? null)
    const found = await rows.spending.find({ organisationId }, { apiKeyId: keyId }, lastMonth)
    // The cap was raised or removed, or a new month began.
    if (capCents === null || !found[0]?.reachedNotified) return undefined
    const { month } = found[0]
    const cap = { cents: capCents, currency: await currencyOf(rows) }
    return {
      subject: words.subject,
      text: key ? words.ofKey({ key: key.name, cap, month }) : words.text({ cap, month }),
      page: 'balance/spending',
    }
  },
}

const newest = { order: [{ field: 'createdAt', descending: true }], limit: 1 } as const
const lastMonth = { order: [{ field: 'month', descending: true }], limit: 1 } as const
