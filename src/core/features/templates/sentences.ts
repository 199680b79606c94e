import { sentences } from '../../kernel/sentences.ts'

/** What is wrong with the files of a template. */
export const assetSentences = sentences({
  'assets_too_large.files': 'Its images, PDFs and fonts have {size} MiB; a template holds {limit}.',
  'invalid.no_pdf': 'The asset {asset} is no PDF.',
  'out_of_range.pdf_pages': 'The PDF has {pages} pages; the sheet takes {limit}.',
  'pdf_unsupported.pdf_page': 'Page {page} of the PDF cannot be printed.',
  pdf_page_size:
    'Page {page} of the PDF is {w} × {h} mm; the sheet is {sheetW} × {sheetH} mm with its bleed, and a page needs the same proportions.',
})

/** What is wrong with what is asked of a template or its folder. */
export const templateInputSentences = sentences({
  'required.if_match': 'Send the revision of the draft that you changed.',
  'invalid.if_match': 'A revision is a whole number.',
  'invalid_value.document': 'A document has at most {limit} characters of JSON.',
  'invalid_format.version': 'A version number is a whole number from 1.',
  'taken.folder': 'There is a folder of this name.',
  'invalid.two_beginnings': 'A template begins with a document or with a PDF, not with both.',
})
