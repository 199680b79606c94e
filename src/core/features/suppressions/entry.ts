import {
  addressKey,
  checkAddress,
  nameKey,
  namesNobody,
  type Recipient,
  recipientName,
  recipientToWire,
} from '../../address/index.ts'
import type { Caller, ModeScope } from '../../engine/caller.ts'
import { asError, found, type ParameterError } from '../../kernel/errors.ts'
import type { Sentence } from '../../kernel/sentences.ts'
import { toDateTime } from '../../kernel/time.ts'
import type { SuppressionRow } from '../../model/suppressions.ts'
import type { Stops } from '../../model/vocabulary.ts'
import type { Rows, WritableRows } from '../../ports/store.ts'
import { entryKeys, equalEntries } from './match.ts'
import type { Suppression } from './schema.ts'
import { suppressionSentences } from './sentences.ts'

export type NewEntry = Pick<
  SuppressionRow,
  'recipient' | 'advertisingCategory' | 'reason' | 'source' | 'status' | 'itemId'
> & {
  matchName: boolean
  /** Mail stopped by its reason (`stopsOf`). */
  stops: Stops
}

export const newEntry = (id: string, scope: ModeScope, input: NewEntry, now: number): SuppressionRow => {
  const { recipient, matchName, advertisingCategory, stops, reason, source, status, itemId } = input
  const name = recipientName(recipient)
  const forbiddenMail = {
    advertisingCategory,
    stops: advertisingCategory === null ? stops : ('ADVERTISING' as const),
  }
  return {
    id,
    ...scope,
    status,
    source,
    ...forbiddenMail,
    ...entryKeys(recipient, matchName ? name : null, forbiddenMail),
    reason,
    recipient,
    recipientName: name,
    itemId,
    createdAt: now,
    updatedAt: now,
    keyedAt: now,
    isUndecided: null,
  }
}

/** Returns errors, also for an entry that would match nothing: without a street, or a name of signs only. */
export const entryErrors = (
  recipient: Recipient,
  originCountry: string,
  matchName: boolean,
): ParameterError[] => {
  const errors: ParameterError[] = checkAddress(recipient, { originCountry, override: true })
    // An entry without a street would match nobody, although a large receiver may get mail without one.
    .filter(({ severity, code }) => severity === 'error' || code === 'street_missing')
    .filter(({ code }) => matchName || code !== 'recipient_name_missing')
    .map((found) => asError(found, found.field ?? 'recipient'))
  const name = recipientName(recipient)
  if (matchName && name !== '') {
    const refuse = (sentence: Sentence) => errors.push(asError(sentence, 'recipient.name'))
    if (nameKey(name) === '') refuse(suppressionSentences.sentence('invalid_value.name_signs'))
    else if (namesNobody(name)) refuse(suppressionSentences.sentence('invalid_value.name_nobody', { name }))
  }
  return errors
}

/**
 * Inserts an entry, or merges it into one for the same mail, which keeps its id. `replace`, for calls,
 * overwrites that one, status included. `keep`, for opt-outs and proposals, overwrites only a proposal, and
 * only with an active entry.
 */
export const putEntry = async (
  rows: WritableRows,
  scope: ModeScope,
  entry: SuppressionRow,
  onMatch: 'replace' | 'keep',
): Promise<{ entry: SuppressionRow; merged: boolean }> => {
  const [present] = (await equalEntries(rows, scope, [entry]))(entry)
  if (!present) {
    await rows.suppressions.insert(entry)
    return { entry, merged: false }
  }
  if (onMatch === 'keep' && (present.status === 'ACTIVE' || entry.status === 'PROPOSED')) {
    return { entry: present, merged: true }
  }
  // Only members decide, so `isUndecided` stays.
  const { id, createdAt, isUndecided, ...changes } = entry
  await rows.suppressions.update(scope, present.id, changes)
  return { entry: { ...present, ...changes }, merged: true }
}

export const entryById = async (rows: Rows, scope: ModeScope, id: string): Promise<SuppressionRow> =>
  found(await rows.suppressions.get(scope, id), 'suppression entry')

/** Without `items.read`, only state and country are shown. */
export const changedSuppressionToWire = (
  { scopes }: Pick<Caller, 'scopes'>,
  row: SuppressionRow,
): Suppression => {
  const shown = suppressionToWire(row)
  return scopes.includes('items.read') ? shown : withoutRecipient(shown)
}

/** Removes everything about the recipient but the country. */
export const withoutRecipient = (entry: Suppression): Suppression => ({
  ...entry,
  addressKey: '',
  recipient: recipientToWire({ country: entry.recipient.country }),
  itemId: null,
})

export const suppressionToWire = (row: SuppressionRow): Suppression => ({
  id: row.id,
  isTest: row.mode === 'test',
  status: row.status,
  source: row.source,
  addressKey: row.addressKeyV2 ?? addressKey(row.recipient),
  matchName: row.nameKey !== null,
  advertisingCategory: row.advertisingCategory,
  stops: row.stops,
  reason: row.reason,
  recipient: recipientToWire(row.recipient),
  itemId: row.itemId,
  createdAt: toDateTime(row.createdAt),
  updatedAt: toDateTime(row.updatedAt),
})
