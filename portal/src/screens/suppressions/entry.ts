import type { Schemas } from '../../api/client.ts'
import { t } from '../../messages/index.svelte.ts'
import { printLines } from '../items/address-rules.svelte.ts'
import { linesOf } from '../items/printed-lines.ts'

type Recipient = Schemas['Recipient']

/** What a person says of an entry beside its address, as fields of a form hold it; empty stands for null. */
export interface EntryDraft {
  reason: string
  advertisingCategory: string
  matchName: boolean
}

export const newEntry = (): EntryDraft => ({ reason: 'opt_out', advertisingCategory: '', matchName: false })

/** The same as the API takes it. */
export const bodyOf = ({ reason, advertisingCategory, matchName }: EntryDraft) => ({
  reason,
  advertisingCategory: advertisingCategory || null,
  matchName,
})

/** Whom an entry is about: a person, a company, or whoever lives there. */
export const whoOf = ({ name, companyName }: Recipient): string => name ?? companyName ?? t().none

/** The address in one line, in the order of its country; the country only where it is not the `own` one. */
export const whereOf = (recipient: Recipient, own?: string): string =>
  [
    ...linesOf({ ...recipient, name: null, companyName: null }, printLines()),
    ...(recipient.country === own ? [] : [recipient.country]),
  ].join(', ')

/** Whether a person asked for it for themselves, which is theirs to take back. */
export const isOwnWish = ({ source, reason }: Pick<Schemas['Suppression'], 'source' | 'reason'>): boolean =>
  source === 'OPT_OUT' || reason === 'opt_out' || reason === 'erasure'
