import { sentences } from '../../core/kernel/sentences.ts'

export const workbookSentences = sentences({
  'sheet_too_large.sheet': 'The sheet {sheet} is too large: {reason}.',
  sheet_too_many: 'It has {sheets} sheets. Only the first {limit} are read.',
  'no_rows.sheets': 'Its sheets are empty.',
  sheet_hidden_rows:
    'The sheet {sheet} has {rows} hidden or filtered {rows:row|rows}. Hidden rows are read too.',
  sheet_errors: 'The sheet {sheet} has {cells} {cells:cell|cells} with an error. The first is cell {first}.',
  sheet_formulas:
    'The sheet {sheet} has {cells} {cells:formula|formulas} without a result. The first is in cell {first}. Open the file in Excel and save it.',
})

export const workbookFaults = sentences({
  'xlsx_damaged.no_end': 'The workbook is damaged or incomplete: its end is missing.',
  'xlsx_damaged.directory': 'The workbook is damaged or incomplete: its directory is not where it should be.',
  'xlsx_damaged.directory_cut': 'The workbook is damaged or incomplete: its directory is truncated.',
  'xlsx_damaged.inflate': 'The workbook is damaged or incomplete: a compressed part of it cannot be read.',
  'xlsx_damaged.part_missing': 'The workbook is damaged or incomplete: it has no {part}.',
  'xlsx_damaged.part_longer': 'The workbook is damaged or incomplete: {part} is longer than declared.',
  'xlsx_damaged.checksum': 'The workbook is damaged or incomplete: the checksum of {part} is wrong.',
  'xlsx_damaged.part_misplaced': 'The workbook is damaged or incomplete: {part} is not where it should be.',
  'xlsx_damaged.part_cut': 'The workbook is damaged or incomplete: {part} is truncated.',
  'xlsx_damaged.part_coding':
    'The workbook is damaged or incomplete: {part} uses an unknown compression method.',
  'xlsx_damaged.part_twice': 'The workbook is damaged or incomplete: {part} occurs twice.',
  'xlsx_damaged.part_empty': 'The workbook is damaged or incomplete: {part} is empty.',
  'xlsx_damaged.xml': 'The workbook is damaged or incomplete: {part} is not well-formed XML.',
  'xlsx_damaged.text': 'The workbook is damaged or incomplete: {part} has an invalid text encoding.',
  'xlsx_damaged.row': 'The workbook is damaged or incomplete: row {row} is out of order.',
  'xlsx_damaged.place': 'The workbook is damaged or incomplete: {place} is not a cell reference.',
  'xlsx_damaged.text_missing': 'The workbook is damaged or incomplete: cell {cell} refers to a missing text.',
  'xlsx_encrypted.file': 'It is protected with a password. Save it without one.',
  'xlsx_macros.file': 'It contains macros. Save it as an Excel workbook without macros (.xlsx).',
  'xlsx_unsupported.old':
    'It is a file in an old Office format (.xls). Save it as an Excel workbook (.xlsx) or as CSV.',
  'xlsx_unsupported.other_office':
    'It is a file of another office program (OpenDocument or Numbers). Save it as an Excel workbook (.xlsx) or as CSV.',
  'xlsx_unsupported.binary':
    'It is a binary workbook (.xlsb). Save it as an Excel workbook (.xlsx) or as CSV.',
  'xlsx_unsupported.archive':
    'It is an archive without a workbook. Save the list as an Excel workbook (.xlsx) or as CSV.',
  'xlsx_unsupported.document':
    'It is a text document or presentation. Save the list as an Excel workbook (.xlsx) or as CSV.',
  'xlsx_unsupported.document_type': '{part} declares a document type, which workbooks must not have.',
  'file_too_complex.deep': 'The elements of {part} are nested too deeply.',
  'file_too_complex.texts': 'It has more than {limit} texts.',
  'file_too_complex.text_characters': 'Its texts have more than {limit} characters in total.',
  'file_too_complex.formats': 'It has more than {limit} cell formats.',
  'file_too_complex.files': 'It contains {files} files; the limit is {limit}.',
  'file_too_complex.unpacked': 'It is larger than {limit} MB when unpacked.',
  'file_too_complex.unpacked_part': 'Its part {part} is larger than {limit} MB when unpacked.',
})

/** Reasons why a sheet is too large, used as part of a sentence. */
export const sheetFaults = sentences({
  'sheet_fault.columns': 'it has more than {limit} columns',
  'sheet_fault.rows': 'it has more than {limit} rows; save it as CSV',
  'sheet_fault.row': 'row {row} has more than {limit} characters',
  'sheet_fault.cell': 'cell {cell} has more than {limit} characters',
  'sheet_fault.together': 'all sheets together have more than {limit} bytes of text',
})
