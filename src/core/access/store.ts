import { defineTable, integer, integerOrNull, json, type RowOf, text } from '../columns.ts'
import type { Mode } from '../ports/store.ts'

/** API keys. The key itself is shown once; only its SHA-256 is kept. */
export const apiKeysTable = defineTable(
  'api_keys',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    name: text(),
    /** The first characters of the key, so that people can tell keys apart. */
    prefix: text(),
    hash: text(),
    scopes: json<string[]>(),
    createdAt: integer(),
    revokedAt: integerOrNull(),
  },
  { unique: [['hash']], indexes: [['organisationId', 'mode']] },
)
export type ApiKeyRow = RowOf<typeof apiKeysTable>
