import { foldName } from '../../address/index.ts'
import { checksum } from '../../kernel/text.ts'
import type { ItemRow, MailingRef } from '../../model/items.ts'
import type { ItemStatus } from '../../model/items-lifecycle.ts'
import { mailingKey } from './mailing.ts'

/** What makes two pieces duplicates: the same mailing, address and name. */
export type Person = MailingRef & Pick<ItemRow, 'addressKey' | 'recipientName'>

/** Items in these statuses reach no recipient, so a later item is no duplicate of them. */
const unsent: readonly ItemStatus[] = ['NEEDS_ATTENTION', 'SUPPRESSED', 'CANCELLED', 'FAILED', 'NOT_SENT']
export const makesDuplicates = ({ status }: Pick<ItemRow, 'status'>): boolean => !unsent.includes(status)

/**
 * The `duplicateKey` of items to this person. It is a short checksum: `isSamePerson` decides among equal
 * keys.
 */
export const keyOfPerson = (person: Person): string =>
  `${checksum(`${mailingKey(person)}|${person.addressKey}`)}.${checksum(foldName(person.recipientName))}`

export const isSamePerson = (one: Person, other: Person): boolean =>
  mailingKey(one) === mailingKey(other) &&
  one.addressKey === other.addressKey &&
  foldName(one.recipientName) === foldName(other.recipientName)

/** The `duplicateKey` that is stored with an item: null where it reaches no recipient or was erased. */
export const duplicateKeyOf = (item: Person & Pick<ItemRow, 'status'>): string | null =>
  makesDuplicates(item) && item.addressKey !== '' ? keyOfPerson(item) : null
