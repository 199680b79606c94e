import type { Mode } from '../kernel/mode.ts'
import { boolean, defineTable, integer, type RowOf, text, textOrNull } from '../kernel/table.ts'

/** Mail that a suppression reason stops: all, or advertising (mail with an advertising category). */
export const stops = ['ALL', 'ADVERTISING'] as const
export type Stops = (typeof stops)[number]

/** Defines a table of an organisation's terms; built-in ones are data in the program. */
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
      /** Of suppression reasons; null for other terms. */
      stops: textOrNull<Stops>(),
      createdAt: integer(),
    },
    { unique: [['organisationId', 'mode', 'key']] },
  )
export type TermRow = RowOf<ReturnType<typeof termsTable>>

/** Custom categories of an organisation; the built-in ones are data in `platform.ts`. */
export const advertisingCategoriesTable = termsTable('advertising_categories')
