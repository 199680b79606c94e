import {
  addressKey,
  compactPostalCode,
  currentKeys,
  isSameName,
  type Keys,
  keysV1,
  type Recipient,
  recipientName,
} from '../../address/index.ts'
import { checksum } from '../../kernel/text.ts'
import { type ItemRow, type ItemStatus, type MailingRef, warningCodes } from '../../model/items.ts'
import type { WritableRows } from '../../ports/store.ts'
import { mailingKey } from './mailing.ts'

/** The parts of a recipient that identify duplicates, with its address by both versions of the keys. */
type Addressed = Pick<ItemRow, 'addressKey' | 'recipientName'> & { addressKeyV2: string }

export const addressedBy = (recipient: Recipient): Addressed => ({
  addressKey: keysV1.addressKey(recipient),
  addressKeyV2: currentKeys.addressKey(recipient),
  recipientName: recipientName(recipient),
})

/** The fields that make two items duplicates: mailing, address and name. */
export type MailingRecipient = MailingRef & Addressed

/** Returns a stored item with keys of version 2, which items of older servers lack. */
export const withCurrentKey = <Item extends ItemRow>(item: Item): Item & { addressKeyV2: string } => ({
  ...item,
  addressKeyV2: item.addressKeyV2 ?? (item.addressKey === '' ? '' : addressKey(item.recipient)),
})

/** Items in these statuses reach no recipient, so later items are not duplicates of them. */
const unsent: readonly ItemStatus[] = ['NEEDS_ATTENTION', 'SUPPRESSED', 'CANCELLED', 'FAILED', 'NOT_SENT']
export const makesDuplicates = ({ status }: Pick<ItemRow, 'status'>): boolean => !unsent.includes(status)

/**
 * Returns the `duplicateKeyV2` of items to this recipient, a short checksum; `isSameRecipient` decides among
 * equal keys.
 */
export const recipientKey = (person: MailingRecipient): string =>
  keyBy(currentKeys, person, person.addressKeyV2)

/** Returns the `duplicateKey` (version 1) of items to this recipient. */
export const recipientKeyV1 = (person: MailingRecipient): string => keyBy(keysV1, person, person.addressKey)

const keyBy = (keys: Keys, person: MailingRecipient, address: string): string =>
  `${checksum(`${mailingKey(person)}|${address}`)}.${checksum(keys.nameKey(person.recipientName))}`

export const isSameRecipient = (one: MailingRecipient, other: MailingRecipient): boolean =>
  mailingKey(one) === mailingKey(other) &&
  one.addressKeyV2 === other.addressKeyV2 &&
  isSameName(one.recipientName, other.recipientName)

/** Returns the duplicate keys to store with an item: null if it reaches no recipient or was erased. */
export const duplicateKeysOf = (
  item: MailingRecipient & Pick<ItemRow, 'status'>,
): Pick<ItemRow, 'duplicateKey' | 'duplicateKeyV2'> =>
  makesDuplicates(item) && item.addressKey !== ''
    ? { duplicateKey: recipientKeyV1(item), duplicateKeyV2: recipientKey(item) }
    : { duplicateKey: null, duplicateKeyV2: null }

/** Returns the merge fields in a form small enough to keep for every row of a list. */
export const marksOf = (data: ItemRow['data']): string =>
  Object.entries(data)
    .map(([name, value]) => [name, String(value).trim()] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name} ${checksum(value)}${value.length}`)
    .sort()
    .join('\n')

/** Returns the names of the merge fields in which two items' marks differ, limited to `fields` if given. */
export const differing = (one: string, other: string, fields?: ReadonlySet<string>): string[] => {
  const linesOf = (marks: string) => (marks === '' ? [] : marks.split('\n'))
  const [ofOne, ofOther] = [linesOf(one), linesOf(other)]
  const lines = [
    ...ofOne.filter((line) => !ofOther.includes(line)),
    ...ofOther.filter((line) => !ofOne.includes(line)),
  ]
  const names = lines.map((line) => line.slice(0, line.indexOf(' ')))
  return [...new Set(names)].filter((name) => fields?.has(name) ?? true)
}

/** Saves the row that `moveItem` or `settleItem` returned. */
export const saveItem = (rows: WritableRows, item: ItemRow): Promise<boolean> => {
  const { id, ...fields } = withKeys(item)
  return rows.items.update({ organisationId: fields.organisationId, mode: fields.mode }, id, fields)
}

export const insertItems = async (rows: WritableRows, items: readonly ItemRow[]): Promise<void> => {
  if (items.length === 1) return rows.items.insert(withKeys(items[0]!))
  const keyed: ItemRow[] = []
  for (const item of items) {
    await rows.rest()
    keyed.push(withKeys(item))
  }
  await rows.items.insertMany(keyed)
}

/** Returns the labels that the filter `warnings` matches: warning codes and `any`; null without warnings. */
const warningLabels = ({ findings }: ItemRow): ItemRow['warnings'] => {
  const codes = warningCodes(findings)
  return codes.length === 0 ? null : Object.fromEntries(['any', ...codes].map((label) => [label, '']))
}

/** Returns the row with the derived columns that lists and look-ups use. */
const withKeys = (item: ItemRow): ItemRow => {
  const keyed = withCurrentKey(item)
  return {
    ...keyed,
    ...duplicateKeysOf(keyed),
    keyedAt: item.updatedAt,
    warnings: warningLabels(item),
    recipientPostalCode: compactPostalCode(item.recipient.postalCode ?? '') || null,
  }
}
