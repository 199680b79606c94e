import { sentences } from '../../kernel/sentences.ts'

/** What is wrong with an uploaded list. */
export const listSentences = sentences({
  'wrong_kind.list': '{id} is a {kindName}; a list is a CSV or an XLSX.',
  too_many_cells:
    'The row has {cells} cells and the heading {columns}. Where a separator stands inside a text, put the text in quotes; leave nothing beyond the last column.',
  unknown_sheet: 'There is no such sheet, but {sheets}.',
  'removed.upload': 'The file of {id} is not kept any more. Upload it again.',
})
