import { foldName } from '../../address/index.ts'
import { checksum } from '../../kernel/text.ts'
import type { ItemRow, MailingRef } from '../../model/items.ts'
import type { ItemStatus } from '../../model/items-lifecycle.ts'
import { mailingKey } from './mailing.ts'

/** What makes two pieces duplicates: the same mailing, address and name. */
export type Person = MailingRef & Pick<ItemRow, 'addressKey' | 'recipientName'>

/** Items that reach nobody do not make the next one a duplicate. */
const unsent: readonly ItemStatus[] = ['NEEDS_ATTENTION', 'SUPPRESSED', 'CANCELLED', 'FAILED', 'NOT_SENT']
export const makesDuplicates = ({ status }: Pick<ItemRow, 'status'>): boolean => !unsent.includes(status)

/** The `duplicateKey` of every item to this person that makes duplicates: short, so that `isSamePerson` has the last word. */
export const keyOfPerson = (person: Person): string =>
  `${checksum(`${mailingKey(person)}|${person.addressKey}`)}.${checksum(foldName(person.recipientName))}`

export const isSamePerson = (one: Person, other: Person): boolean =>
  mailingKey(one) === mailingKey(other) &&
  one.addressKey === other.addressKey &&
  foldName(one.recipientName) === foldName(other.recipientName)

/** As it is stored with the item: null where it reaches nobody, or was erased. */
export const duplicateKeyOf = (item: Person & Pick<ItemRow, 'status'>): string | null =>
  makesDuplicates(item) && item.addressKey !== '' ? keyOfPerson(item) : null
