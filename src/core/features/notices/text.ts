import { toDateTime } from '../../kernel/time.ts'
import type { NoticeKind } from '../../model/people.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import { waitingFor } from './approvals.ts'

/** What a notice says: a subject, a sentence, and the page of the portal that shows it. */
export interface Said {
  subject: string
  text: string
  page: string
}

interface About {
  organisationId: string
  /** What it is about: a run, an import, an account, or the organisation. */
  id: string
  /** The reader's permissions. */
  permissions: readonly string[]
}

type Writer = (rows: Rows, about: About) => Promise<Said | undefined>

/** Undefined where there is nothing to say any more. */
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
    const text = `${parts.join(' and ')} ${verb} for an approval.`
    return { subject: 'Mail waits for your approval', text, page: postbatches > 0 ? 'postbatches' : 'items' }
  },
  async RUN_HANDED_OVER(rows, { organisationId, id }) {
    const run = await rows.runs.get({ organisationId }, id)
    if (!run) return undefined
    return {
      subject: 'A run went to the printer',
      text: `The run of ${shown(run.cutoffAt)} was handed to the printer with ${counted(run.itemCount, 'piece')}.`,
      page: `runs/${id}`,
    }
  },
  async IMPORT_FAILED(rows, { organisationId, id }) {
    const list = await rows.imports.get(everyone, id)
    // A person who ends an import knows.
    if (list?.organisationId === organisationId && list.failureCode !== 'cancelled') {
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
      text: `A list of who gets no mail could not be imported. ${suppressions.failure ?? ''}`.trim(),
      page: '',
    }
  },
  async BALANCE_LOW(rows, { organisationId }) {
    const account = await rows.accounts.get({ organisationId }, organisationId)
    // It was topped up meanwhile.
    if (!account?.lowBalanceNotified) return undefined
    const available = ((account.balanceCents - account.reservedCents) / 100).toFixed(2)
    return {
      subject: 'The balance is low',
      text: `${account.currency} ${available} are available, which is less than your threshold. Mail waits once nothing is left.`,
      page: 'balance',
    }
  },
}

const counted = (count: number, one: string, more = `${one}s`): string =>
  `${count} ${count === 1 ? one : more}`
const shown = (ms: number): string => `${toDateTime(ms).slice(0, 16).replace('T', ' ')} UTC`
