import type { Mode } from '../kernel/mode.ts'
import { boolean, defineTable, integer, type RowOf, text, textOrNull } from '../kernel/table.ts'
import type { Stops } from './stops.ts'

/** A table of an organisation's own terms; the platform's are data in the program. */
export const termsTable = (name: string) =>
  defineTable(
    name,
    'mode',
    {
      id: text(),
      organisationId: text(),
      mode: text<Mode>(),
      key: text(),
      label: text(),
      sortOrder: integer(),
      archived: boolean(),
      /** For suppression reasons; null for terms that stop nothing. */
      stops: textOrNull<Stops>(),
      createdAt: integer(),
    },
    { unique: [['organisationId', 'mode', 'key']] },
  )
export type TermRow = RowOf<ReturnType<typeof termsTable>>
