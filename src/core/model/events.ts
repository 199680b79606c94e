import type { Mode } from '../kernel/mode.ts'
import { defineTable, integer, type RowOf, text, textOrNull } from '../kernel/table.ts'

/** Both outbox and feed: an event is written in the transaction that it reports. */
export const eventsTable = defineTable(
  'events',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    /** Commit order within the organisation. */
    sequence: integer(),
    type: text(),
    /** The envelope, byte for byte as delivered. */
    body: text(),
    itemId: textOrNull(),
    postflowId: textOrNull(),
    postbatchId: textOrNull(),
    /** The event's run, or the run of its item; null for earlier versions. */
    runId: textOrNull(),
    /** Time on the clock of its mode. */
    createdAt: integer(),
    /** In real time. */
    expiresAt: integer(),
  },
  {
    unique: [['organisationId', 'mode', 'sequence']],
    indexes: [['organisationId', 'mode', 'type', 'sequence'], ['expiresAt']],
    sparse: [
      ['organisationId', 'mode', 'itemId', 'sequence'],
      ['organisationId', 'mode', 'postbatchId', 'sequence'],
      ['organisationId', 'mode', 'runId', 'sequence'],
    ],
  },
)
export type EventRow = RowOf<typeof eventsTable>
