import { sentences } from '../../kernel/sentences.ts'

/** What keeps the files and merge fields of a template from being printed. */
export const assetSentences = sentences({
  'assets_too_large.files': 'Its images, PDFs and fonts have {size} MiB; a template holds {limit}.',
  'invalid.no_pdf': 'The asset {asset} is no PDF.',
  'out_of_range.pdf_pages': 'The PDF has {pages} pages; the sheet takes {limit}.',
  'pdf_unsupported.pdf_page': 'Page {page} of the PDF cannot be printed.',
  'earlier_server.merge_field':
    'A server of an earlier version still runs, which cannot print the merge field {name}. Publish the template when all servers run this version.',
  'earlier_server.weight':
    'A server of an earlier version still runs, which prints the font {font} at its default weight. Publish the template when all servers run this version.',
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
  'invalid.locale': 'The language of a document is its own locale.',
  'invalid.two_beginnings': 'A template begins with a document or with a PDF, not with both.',
})

/** Why a template or its folder does not allow what is asked. */
export const templateProblems = sentences({
  'still_referenced.folder_of_one':
    'The folder is not empty: {count} template has to be moved elsewhere first.',
  'still_referenced.folder': 'The folder is not empty: {count} templates have to be moved elsewhere first.',
  'invalid_state.unprintable_version':
    'The template version {templateVersionId} cannot be printed any more. {reason} Mend the template and publish it again.',
  'storage_unavailable.asset_file':
    'The file of the asset {asset} is missing. The operator of this server can bring it back from a backup.',
  'invalid_state.same_status': 'This template is {status} already.',
  'invalid_state.archived_template': 'This template is archived. Unarchive it to change or publish it.',
  'revision_conflict.asset_gone': 'An asset was deleted while it was being published. Try again.',
  'revision_conflict.publishing': 'The draft was changed while it was being published. Try again.',
  'revision_conflict.draft': 'The draft has the revision {revision} by now, not {given}.',
})
