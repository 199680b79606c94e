import type { Schemas } from '../../api/client.ts'
import { t } from '../../messages/index.svelte.ts'
import { printLines } from '../items/address-rules.svelte.ts'
import { linesOf } from '../items/printed-lines.ts'

type Recipient = Schemas['Recipient']

/** Form values of an entry besides its address; empty means null. */
export interface EntryDraft {
  reason: string
  advertisingCategory: string
  matchName: boolean
}

export const newEntry = (): EntryDraft => ({ reason: 'opt_out', advertisingCategory: '', matchName: false })

/** Converts form values to the API body. */
export const bodyOf = ({ reason, advertisingCategory, matchName }: EntryDraft) => ({
  reason,
  advertisingCategory: advertisingCategory || null,
  matchName,
})

/** Returns an entry's person or company, or a dash if it covers everyone at the address. */
export const recipientName = ({ name, companyName }: Recipient): string => name ?? companyName ?? t().none

/** Formats the address in one line in its country's order; omits the country if it is `own`. */
export const whereOf = (recipient: Recipient, own?: string): string =>
  [
    ...linesOf({ ...recipient, name: null, companyName: null }, printLines()),
    ...(recipient.country === own ? [] : [recipient.country]),
  ].join(', ')

/** Whether the recipient requested it, so that only they may revoke it. */
export const isRecipientRequest = ({
  source,
  reason,
}: Pick<Schemas['Suppression'], 'source' | 'reason'>): boolean =>
  source === 'OPT_OUT' || reason === 'opt_out' || reason === 'erasure'
