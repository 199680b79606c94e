import type { Mode } from '../kernel/mode.ts'
import { boolean, defineTable, integer, type RowOf, text, textOrNull } from '../kernel/table.ts'

/** ADVERTISING: mail with an advertising category. */
export const stops = ['ALL', 'ADVERTISING'] as const
export type Stops = (typeof stops)[number]

/** Terms of an organisation; built-in ones are data in the program. */
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
      /** Null for terms other than suppression reasons. */
      stops: textOrNull<Stops>(),
      createdAt: integer(),
    },
    { unique: [['organisationId', 'mode', 'key']] },
  )
export type TermRow = RowOf<ReturnType<typeof termsTable>>

/** The built-in categories are data in `platform.ts`. */
export const advertisingCategoriesTable = termsTable('advertising_categories')
