import { sentences } from '../../core/kernel/sentences.ts'

/** What is found of a workbook. Why one is damaged is said in English only. */
export const workbookSentences = sentences({
  'xlsx_damaged.file': '{reason}',
  'xlsx_encrypted.file': '{reason}',
  'xlsx_macros.file': '{reason}',
  'xlsx_unsupported.file': '{reason}',
  'file_too_complex.file': '{reason}',
  'sheet_too_large.file': '{reason}',
  'sheet_too_large.sheet': 'The sheet {sheet} is too large: {reason}.',
  sheet_too_many: 'It has {sheets} sheets, of which the first {limit} are read.',
  'no_rows.sheets': 'Its sheets are empty.',
  sheet_hidden_rows: 'Hidden or filtered rows in the sheet {sheet}, which are read as well: {rows}.',
  sheet_errors: 'Cells with an error in the sheet {sheet}: {cells}. The first is {first}.',
  sheet_formulas:
    'Formulas without a result in the sheet {sheet}: {cells}. The first is {first}. Open the file in Excel and save it.',
})
