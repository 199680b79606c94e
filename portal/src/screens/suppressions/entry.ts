import type { Schemas } from '../../api/client.ts'
import { t } from '../../messages/index.svelte.ts'

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

const joined = (...parts: readonly (string | null)[]): string => parts.filter(Boolean).join(' ')

/** Whom an entry is about: a person, a company, or whoever lives there. */
export const whoOf = ({ name, companyName }: Recipient): string => name ?? companyName ?? t().none

/** The address in one line; the country only where it is not the `own` one. */
export const whereOf = (recipient: Recipient, own?: string): string =>
  [
    joined(recipient.street, recipient.houseNumber, recipient.houseNumberSuffix),
    joined(recipient.postalCode, recipient.city),
    recipient.country === own ? null : recipient.country,
  ]
    .filter(Boolean)
    .join(', ')

/** Whether a person asked for it for themselves, which is theirs to take back. */
export const isOwnWish = ({ source, reason }: Pick<Schemas['Suppression'], 'source' | 'reason'>): boolean =>
  source === 'OPT_OUT' || reason === 'opt_out' || reason === 'erasure'
