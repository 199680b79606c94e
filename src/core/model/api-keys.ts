import type { Mode } from '../kernel/mode.ts'
import { defineTable, integer, integerOrNull, json, type RowOf, text, textOrNull } from '../kernel/table.ts'

/** API keys. The key itself is shown once; only its SHA-256 is stored. */
export const apiKeysTable = defineTable(
  'api_keys',
  'mode',
  {
    id: text(),
    /** The id of the first key of its rotations; its own id where it replaced none. */
    lineId: text(),
    organisationId: text(),
    mode: text<Mode>(),
    name: text(),
    /** The first characters of the key, by which people distinguish keys. */
    prefix: text(),
    hash: text(),
    scopes: json<string[]>(),
    /** The user who created it; null where the command line did. */
    createdById: textOrNull(),
    createdAt: integer(),
    /** When the key expires; a rotation sets it. */
    expiresAt: integerOrNull(),
    revokedAt: integerOrNull(),
    /** What live mail of its line may cost in a calendar month; null for as much as its organisation may spend. */
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
