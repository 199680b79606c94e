import { sentences } from '../../core/kernel/sentences.ts'

/** What is found of a workbook. */
export const workbookSentences = sentences({
  'sheet_too_large.sheet': 'The sheet {sheet} is too large: {reason}.',
  sheet_too_many: 'It has {sheets} sheets, of which the first {limit} are read.',
  'no_rows.sheets': 'Its sheets are empty.',
  sheet_hidden_rows: 'Hidden or filtered rows in the sheet {sheet}, which are read as well: {rows}.',
  sheet_errors: 'Cells with an error in the sheet {sheet}: {cells}. The first is cell {first}.',
  sheet_formulas:
    'Formulas without a result in the sheet {sheet}: {cells}. The first is cell {first}. Open the file in Excel and save it.',
})

/** Why a workbook is not read. */
export const workbookFaults = sentences({
  'xlsx_damaged.no_end': 'The workbook is damaged or incomplete: its end is missing.',
  'xlsx_damaged.directory': 'The workbook is damaged or incomplete: its directory is not where it should be.',
  'xlsx_damaged.directory_cut': 'The workbook is damaged or incomplete: its directory breaks off.',
  'xlsx_damaged.inflate': 'The workbook is damaged or incomplete: a compressed part of it cannot be read.',
  'xlsx_damaged.part_missing': 'The workbook is damaged or incomplete: it has no {part}.',
  'xlsx_damaged.part_longer': 'The workbook is damaged or incomplete: {part} is longer than it says.',
  'xlsx_damaged.checksum': 'The workbook is damaged or incomplete: the checksum of {part} is wrong.',
  'xlsx_damaged.part_misplaced': 'The workbook is damaged or incomplete: {part} is not where it should be.',
  'xlsx_damaged.part_cut': 'The workbook is damaged or incomplete: {part} breaks off.',
  'xlsx_damaged.part_coding':
    'The workbook is damaged or incomplete: {part} is compressed in an unknown way.',
  'xlsx_damaged.part_twice': 'The workbook is damaged or incomplete: {part} comes twice.',
  'xlsx_damaged.part_empty': 'The workbook is damaged or incomplete: {part} is empty.',
  'xlsx_damaged.xml': 'The workbook is damaged or incomplete: {part} is not well-formed XML.',
  'xlsx_damaged.text': 'The workbook is damaged or incomplete: {part} is not the text that it should be.',
  'xlsx_damaged.row': 'The workbook is damaged or incomplete: row {row} is not in its place.',
  'xlsx_damaged.place': 'The workbook is damaged or incomplete: {place} is not a place in a sheet.',
  'xlsx_damaged.text_missing':
    'The workbook is damaged or incomplete: cell {cell} names a text that is not there.',
  'xlsx_encrypted.file': 'It is protected by a password: save it without one.',
  'xlsx_macros.file':
    'It holds macros, which are programs: save it as an Excel workbook without them (.xlsx).',
  'xlsx_unsupported.old':
    'It is a document of an old office program (.xls): save it as an Excel workbook (.xlsx) or as CSV.',
  'xlsx_unsupported.other_office':
    'It is a file of another office program (OpenDocument or Numbers): save it as an Excel workbook (.xlsx) or as CSV.',
  'xlsx_unsupported.binary':
    'It is a binary workbook (.xlsb): save it as an Excel workbook (.xlsx) or as CSV.',
  'xlsx_unsupported.archive':
    'It is an archive without a workbook in it: save it as an Excel workbook (.xlsx) or as CSV.',
  'xlsx_unsupported.document':
    'It is a document or presentation: save it as an Excel workbook (.xlsx) or as CSV.',
  'xlsx_unsupported.document_type': '{part} declares a document type, as no workbook does.',
  'file_too_complex.deep': 'The elements of {part} lie within one another too deeply.',
  'file_too_complex.texts': 'It holds more than {limit} texts.',
  'file_too_complex.text_characters': 'Its texts have more than {limit} characters together.',
  'file_too_complex.formats': 'It holds more than {limit} formats of cells.',
  'file_too_complex.files': 'It is made of {files} files; at most {limit} are taken.',
  'file_too_complex.unpacked': 'It holds more than {limit} MB when it is unpacked (all of it).',
  'file_too_complex.unpacked_part': 'It holds more than {limit} MB when it is unpacked ({part}).',
})

/** Why a sheet of a workbook is too large: part of a sentence. */
export const sheetFaults = sentences({
  'sheet_fault.columns': 'it has more than {limit} columns',
  'sheet_fault.rows': 'it has more than {limit} rows; save it as CSV',
  'sheet_fault.row': 'row {row} has more than {limit} characters',
  'sheet_fault.cell': 'cell {cell} has more than {limit} characters',
  'sheet_fault.together': 'all sheets together hold more than {limit} bytes of text',
})
