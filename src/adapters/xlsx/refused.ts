import type { Said } from '../../core/kernel/sentences.ts'
import { Fault } from '../../core/kernel/sentences.ts'
import { sheetFaults, workbookFaults } from './sentences.ts'

/** A workbook is not read. */
export class WorkbookRefused extends Fault<RefusalCode> {}

/** One sheet of a workbook is not read: why, as part of a sentence. */
export class SheetTooLarge extends Fault<'sheet_fault'> {}

type RefusalCode = 'xlsx_damaged' | 'xlsx_encrypted' | 'xlsx_macros' | 'xlsx_unsupported' | 'file_too_complex'

/** Declared here once for all who refuse a workbook. */
export const { say } = workbookFaults
export const { say: sayOfSheet } = sheetFaults

/** A name of a part as it is said: a file may give its parts very long ones. */
export const shown = (name: string): string => name.slice(0, 80)

export const refused = (said: Said<RefusalCode>): WorkbookRefused => new WorkbookRefused(said)
export const tooLarge = (said: Said<'sheet_fault'>): SheetTooLarge => new SheetTooLarge(said)
