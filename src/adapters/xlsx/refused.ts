import type { Sentence } from '../../core/kernel/sentences.ts'
import { Fault } from '../../core/kernel/sentences.ts'
import { sheetFaults, workbookFaults } from './sentences.ts'

/** Thrown if a workbook can't be read. */
export class WorkbookRefused extends Fault<RefusalCode> {}

/** Thrown if one sheet of a workbook can't be read. Its sentence becomes part of another one. */
export class SheetTooLarge extends Fault<'sheet_fault'> {}

type RefusalCode = 'xlsx_damaged' | 'xlsx_encrypted' | 'xlsx_macros' | 'xlsx_unsupported' | 'file_too_complex'

export const { sentence: workbookSentence } = workbookFaults
export const { sentence: sheetSentence } = sheetFaults

/** Truncates the name of a part for a message, because files may use very long names. */
export const shown = (name: string): string => name.slice(0, 80)

export const refused = (reason: Sentence<RefusalCode>): WorkbookRefused => new WorkbookRefused(reason)
export const tooLarge = (reason: Sentence<'sheet_fault'>): SheetTooLarge => new SheetTooLarge(reason)
