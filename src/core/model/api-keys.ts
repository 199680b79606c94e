import type { Mode } from '../kernel/mode.ts'
import { defineTable, integer, integerOrNull, json, type RowOf, text, textOrNull } from '../kernel/table.ts'

/** The key is shown once; only its SHA-256 is stored. */
export const apiKeysTable = defineTable(
  'api_keys',
  'mode',
  {
    id: text(),
    /** Id of the first key of its rotation line; its own id if it replaced none. */
    lineId: text(),
    organisationId: text(),
    mode: text<Mode>(),
    name: text(),
    /** First characters, shown to distinguish keys. */
    prefix: text(),
    hash: text(),
    scopes: json<string[]>(),
    /** Null for the command line. */
    createdById: textOrNull(),
    createdAt: integer(),
    /** Set by a rotation. */
    expiresAt: integerOrNull(),
    revokedAt: integerOrNull(),
    /** Monthly limit of the line's live mail; null if only the organisation's cap applies. */
    spendingCapCents: integerOrNull(),
  },
  {
    unique: [['hash']],
    indexes: [
      ['organisationId', 'mode'],
      ['organisationId', 'createdAt'],
    ],
  },
)
export type ApiKeyRow = RowOf<typeof apiKeysTable>
