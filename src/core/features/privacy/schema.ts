import * as v from 'valibot'
import { recipientSchema } from '../../address/schema.ts'
import { dateTime, integer } from '../../kernel/wire-fields.ts'
import { described, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { itemSchema } from '../items/schema.ts'
import { renderSchema } from '../renders/schema.ts'
import { suppressionSchema } from '../suppressions/schema.ts'
import { scanSchema } from '../tracking/scan.ts'

/** Items of one page of the answer, and stored payloads in it. */
export const aboutLimits = { items: 100, payloads: 20 } as const

export const aboutInput = namedStrictObject('PersonQuery', 'Whose data to look for.', {
  recipient: described(
    recipientSchema,
    'Compared as suppressions compare: by the normalised address, and by the name or company if one is given.',
  ),
  cursor: described(
    v.optional(v.pipe(v.string(), v.maxLength(40))),
    'The `nextCursor` of the previous page.',
  ),
})

const itemAbout = namedObject('PersonItem', 'One item with everything that belongs to it.', {
  item: described(itemSchema, 'The item.'),
  history: described(
    v.array(
      v.object({
        status: described(v.string(), 'The status that it came into.'),
        at: described(dateTime, 'When, RFC 3339 in UTC.'),
        reason: described(v.nullable(v.string()), 'Why, as a sentence; null if no reason was given.'),
      }),
    ),
    'Every status with its time, oldest first.',
  ),
  scans: described(
    v.array(scanSchema),
    'Its scans, the latest first, at most a hundred; `items.scans` lists all of them.',
  ),
  printed: described(
    v.nullable(
      v.object({
        runId: described(v.string(), 'The run, `run_…`.'),
        sequence: described(integer, 'Place in the run’s package, counted from 1.'),
      }),
    ),
    'Where its printed pages are (`items.document` shows them); null if it was not printed.',
  ),
})

const payloadAbout = namedObject('PersonPayload', 'A payload that a stopped connector has stored.', {
  itemId: described(v.string(), 'The id that its item will have, `itm_…`.'),
  connectorId: described(v.string(), 'The connector, `int_…`.'),
  connectorName: described(v.string(), 'What the connector is called.'),
  receivedAt: described(dateTime, 'When it came, RFC 3339 in UTC.'),
  expiresAt: described(dateTime, 'When it is removed unless the connector is adopted, RFC 3339 in UTC.'),
  payload: described(v.unknown(), 'What was sent.'),
})

export const aboutOutput = namedObject('PersonData', 'What is kept about a person.', {
  addressKey: described(v.string(), 'The normalised address that was looked for.'),
  byName: described(
    v.boolean(),
    'True if a name was given: neighbours at the same address are then left out.',
  ),
  items: described(v.array(itemAbout), 'Items to this person.'),
  suppressions: described(
    v.array(suppressionSchema),
    'Entries of the suppression list about them; with the first page only.',
  ),
  renders: described(
    v.array(renderSchema),
    'Previews that were asked for with this recipient; with the first page only.',
  ),
  payloads: described(
    v.array(payloadAbout),
    `Stored payloads of stopped connectors that name them, at most ${aboutLimits.payloads}; with the first page only.`,
  ),
  payloadCount: described(
    integer,
    'How many stored payloads name them. `integrations.adopt` makes items of these, `integrations.remove` removes them.',
  ),
  elsewhere: described(
    v.array(
      v.object({
        what: described(v.string(), 'What it is.'),
        kept: described(v.string(), 'For how long it is kept, in words.'),
      }),
    ),
    'What else may hold the recipient and cannot be searched by address.',
  ),
  nextCursor: described(
    v.nullable(v.string()),
    'Send it as `cursor` to get the next page; null on the last page.',
  ),
})
