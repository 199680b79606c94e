import type { Mode } from '../kernel/mode.ts'
import { defineTable, integer, integerOrNull, json, type RowOf, text, textOrNull } from '../kernel/table.ts'

/** API keys. The key itself is shown once; only its SHA-256 is kept. */
export const apiKeysTable = defineTable(
  'api_keys',
  'mode',
  {
    id: text(),
    /** The first key of its rotations; its own id where it took no other's place. */
    lineId: text(),
    organisationId: text(),
    mode: text<Mode>(),
    name: text(),
    /** The first characters of the key, so that people can tell keys apart. */
    prefix: text(),
    hash: text(),
    scopes: json<string[]>(),
    /** The user who made it; null where the command line did. */
    createdById: textOrNull(),
    createdAt: integer(),
    /** From then on it is as good as revoked; a rotation sets it. */
    expiresAt: integerOrNull(),
    revokedAt: integerOrNull(),
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
