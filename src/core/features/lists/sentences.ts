import { sentences } from '../../kernel/sentences.ts'
import type { UploadKind } from '../../model/assets.ts'

const kindNames: Readonly<Record<UploadKind, string>> = {
  IMAGE: 'an image',
  PDF: 'a PDF',
  CSV: 'a CSV',
  XLSX: 'an XLSX',
  FONT: 'a font',
}

/** What is wrong with an uploaded list. */
export const listSentences = sentences(
  {
    'unknown_column.list': 'The file has no column {column}, but {known}.',
    'empty.list': 'The file has no rows.',
    'conflict.sheet': 'A CSV has no sheets.',
    'conflict.dialect': 'An XLSX has no encoding and no separator.',
    'wrong_kind.list': '{id} is {kindName}; a list is a CSV or an XLSX.',
    'too_many_cells.row':
      'The row has {cells} cells and the heading {columns}. Where a separator stands inside a text, put the text in quotes; leave nothing beyond the last column.',
    'invalid.lines':
      'The text has {lines} lines. In a CSV a quotation mark that is not closed makes several rows into one: close it, or remove it.',
    'required.hidden_sheet':
      'All sheets with rows are hidden in the workbook. Name the one to read in `sheet`: {sheets}.',
    unknown_sheet: 'There is no such sheet, but {sheets}.',
    'removed.upload': 'The file of {id} is not kept any more. Upload it again.',
  },
  { kindName: (kind) => kindNames[kind as UploadKind] },
)
