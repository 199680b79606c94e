import type { Mode } from '../kernel/mode.ts'
import { boolean, defineTable, integer, type RowOf, text, textOrNull } from '../kernel/table.ts'

/**
 * The mail that a suppression reason stops: all mail, or advertising (mail with any advertising category).
 */
export const stops = ['ALL', 'ADVERTISING'] as const
export type Stops = (typeof stops)[number]

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

/** The organisation's own categories; the platform's are data in `platform.ts`. */
export const advertisingCategoriesTable = termsTable('advertising_categories')
