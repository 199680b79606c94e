import * as v from 'valibot'
import { recipientSchema } from '../../address/schema.ts'
import { dateTime, described, integer, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { itemSchema } from '../items/schema.ts'
import { renderSchema } from '../renders/schema.ts'
import { suppressionSchema } from '../suppressions/schema.ts'
import { scanSchema } from '../tracking/scan.ts'

/** Items, and stored payloads, of one page of the answer. */
export const aboutLimits = { items: 100, payloads: 20 } as const

export const aboutInput = namedStrictObject('PersonQuery', 'A person whose data is requested.', {
  recipient: described(
    recipientSchema,
    'Compared like suppressions: by the normalised address, and by the name or company if given.',
  ),
  cursor: described(
    v.optional(v.pipe(v.string(), v.maxLength(40))),
    'The `nextCursor` of the previous page.',
  ),
})

const itemAbout = namedObject('PersonItem', 'An item with all its data.', {
  item: described(itemSchema, 'The item.'),
  history: described(
    v.array(
      v.object({
        status: described(v.string(), 'The status.'),
        at: described(dateTime, 'When, RFC 3339 in UTC.'),
        reason: described(v.nullable(v.string()), 'The reason as a sentence; null if there is none.'),
      }),
    ),
    'Every status with its time, the oldest first.',
  ),
  scans: described(
    v.array(scanSchema),
    'Scans of the item, the latest first, at most a hundred; `items.scans` lists all.',
  ),
  printed: described(
    v.nullable(
      v.object({
        runId: described(v.string(), 'The run, `run_…`.'),
        sequence: described(integer, 'Place in the run’s package, counted from 1.'),
      }),
    ),
    'Location of its printed pages (`items.document` shows them); null if it was not printed.',
  ),
})

const payloadAbout = namedObject('PersonPayload', 'A payload stored by a stopped connector.', {
  itemId: described(v.string(), 'The id that its item will have, `itm_…`.'),
  connectorId: described(v.string(), 'The connector, `int_…`.'),
  connectorName: described(v.string(), 'Name of the connector.'),
  receivedAt: described(dateTime, 'Time of arrival, RFC 3339 in UTC.'),
  expiresAt: described(dateTime, 'Time of removal unless the connector is adopted, RFC 3339 in UTC.'),
  payload: described(v.unknown(), 'The payload.'),
})

export const aboutOutput = namedObject('PersonData', 'The stored data about a person.', {
  addressKey: described(v.string(), 'The normalised address of the search.'),
  byName: described(v.boolean(), 'True if a name was given, which excludes neighbours at the same address.'),
  items: described(v.array(itemAbout), 'Items to this person.'),
  suppressions: described(
    v.array(suppressionSchema),
    'Entries of the suppression list about the person; only on the first page.',
  ),
  renders: described(v.array(renderSchema), 'Previews with this recipient; only on the first page.'),
  payloads: described(
    v.array(payloadAbout),
    `Stored payloads of stopped connectors that name the person, at most ${aboutLimits.payloads}; only on the first page.`,
  ),
  payloadCount: described(
    integer,
    'Number of stored payloads that name the person. `integrations.adopt` creates their items, `integrations.remove` removes them.',
  ),
  elsewhere: described(
    v.array(
      v.object({
        what: described(v.string(), 'Kind of data.'),
        kept: described(v.string(), 'Retention, as text.'),
      }),
    ),
    'Other places that may contain the recipient and cannot be searched by address.',
  ),
  nextCursor: described(
    v.nullable(v.string()),
    'Send this as `cursor` to get the next page; null on the last page.',
  ),
})
