import { defineLifecycle } from '../kernel/lifecycle.ts'
import type { Mode } from '../kernel/mode.ts'
import {
  boolean,
  defineTable,
  integer,
  integerOrNull,
  json,
  type RowOf,
  text,
  textOrNull,
} from '../kernel/table.ts'

export const remakeStatuses = ['WAITING', 'HANDING_OVER', 'HANDED_TO_PRINTER', 'FAILED'] as const
export type RemakeStatus = (typeof remakeStatuses)[number]

/**
 * As with runs, HANDING_OVER is the intent, committed before the printer sees anything. One that the printer gave up
 * waits again where a person says that nothing of it is printed.
 */
export const remakeLifecycle = defineLifecycle<RemakeStatus>('remake', {
  WAITING: ['HANDING_OVER', 'FAILED'],
  HANDING_OVER: ['HANDED_TO_PRINTER', 'WAITING', 'FAILED'],
  HANDED_TO_PRINTER: ['WAITING'],
  FAILED: ['WAITING'],
})

/**
 * Pieces of a run that its printer prints once more, because they were spoiled: the same items at the same
 * places, in a file of their own.
 */
export const runRemakesTable = defineTable(
  'run_remakes',
  'mode',
  {
    /** Under it the printer gets the package (`remakeId`). */
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    runId: text(),
    /** Counts the remakes of a run from 1. */
    number: integer(),
    status: text<RemakeStatus>(),
    /** Places in the run, ascending. */
    sequences: json<number[]>(),
    itemIds: json<string[]>(),
    /** Why it is printed again, as whoever asked for it said. */
    reason: textOrNull(),
    /** Why it waits or has failed, in a sentence for operators. */
    waitReason: textOrNull(),
    /** True where only an operator can say whether the printer has it. */
    uncertain: boolean(),
    partner: textOrNull(),
    partnerReference: textOrNull(),
    handedToPrinterAt: integerOrNull(),
    revision: integer(),
    createdAt: integer(),
    updatedAt: integer(),
    /** Pages of its file, with those that only fill a sheet; null of remakes of before they were kept. */
    sides: integerOrNull(),
    /** Set where it FAILED because its caller lost the permission. */
    failureCode: textOrNull<'permission_withdrawn'>(),
  },
  {
    unique: [['runId', 'number']],
    // For remakes that wait for an operator, across organisations.
    indexes: [['status']],
  },
)
export type RunRemakeRow = RowOf<typeof runRemakesTable>

/**
 * The id of a remake: no id of a run has this form. `code` is by chance, because a restored instance gives
 * numbers again, and its printer may still have the package of the first remake with that number.
 */
export const remakeId = (runId: string, number: number, code: string): string => `${runId}_R${number}_${code}`

/** The run that a printer was handed, or pieces of which. */
export const runOfHandOver = (id: string): string => id.replace(/_R\d+_[0-9A-Z]+$/, '')
