import { sentences } from '../../kernel/sentences.ts'

export const assetSentences = sentences({
  'assets_too_large.files': 'Its images, PDFs and fonts have {size} MiB; the maximum is {limit} MiB.',
  'invalid.no_pdf': 'The asset {asset} is not a PDF.',
  'out_of_range.pdf_pages': 'The PDF has {pages} pages; the sheet allows {limit}.',
  'pdf_unsupported.pdf_page': 'Page {page} of the PDF can’t be printed.',
  'earlier_server.merge_field':
    'A server of an earlier version is still running and can’t print the merge field {name}. Publish the template when all servers run this version.',
  'earlier_server.weight':
    'A server of an earlier version is still running and prints the font {font} at its default weight. Publish the template when all servers run this version.',
  pdf_page_size:
    'Page {page} of the PDF is {w} × {h} mm. The sheet is {sheetW} × {sheetH} mm with its bleed, and pages need the same proportions.',
})

export const templateInputSentences = sentences({
  'required.if_match': 'Send the revision of the draft that you changed as `If-Match`.',
  'invalid.if_match': 'A revision must be a whole number.',
  'invalid_value.document': 'A document can have at most {limit} characters of JSON.',
  'invalid_format.version': 'A version number must be a whole number from 1.',
  'taken.folder': 'A folder with this name already exists.',
  'invalid.locale': 'A document has its own locale. Leave out `locale`.',
  'invalid.two_beginnings': 'Give either a document or a PDF, not both.',
})

export const templateProblems = sentences({
  'still_referenced.folder_of_one': 'The folder is not empty. Move its {count} template elsewhere first.',
  'still_referenced.folder': 'The folder is not empty. Move its {count} templates elsewhere first.',
  'invalid_state.unprintable_version':
    'The template version {templateVersionId} can no longer be printed. {reason} Correct the template and publish it again.',
  'storage_unavailable.asset_file':
    'The file of the asset {asset} is missing. The operator of this server can restore it from a backup.',
  'invalid_state.same_status': 'This template is already {status}.',
  'invalid_state.archived_template': 'This template is archived. Unarchive it to change or publish it.',
  'revision_conflict.asset_gone': 'An asset was deleted during publishing. Try again.',
  'revision_conflict.publishing': 'The draft was changed during publishing. Try again.',
  'revision_conflict.draft': 'The draft is at revision {revision}, not {given}.',
})
