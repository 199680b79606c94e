import { sentences } from '../../kernel/sentences.ts'
import type { UploadKind } from '../../model/assets.ts'
import { nameOf, type Sniffed } from './sniff.ts'

const kindNames: Readonly<Record<UploadKind, string>> = {
  IMAGE: 'An image is a JPEG, PNG, WebP, AVIF or TIFF',
  DRAWING: 'A drawing is an SVG',
  PDF: 'A PDF begins with %PDF-',
  CSV: 'A CSV is text',
  XLSX: 'An XLSX is a workbook of Excel',
  FONT: 'A font is a TrueType or OpenType file, a WOFF or a collection of fonts',
}

/** What is found of an upload before it is looked into. */
export const uploadSentences = sentences(
  {
    'file_kind.other': '{kind}; this is {found}.',
    'file_kind.svg':
      'An SVG is a drawing, not an image. Upload it as a drawing; in the portal, with the PDFs.',
    'file_kind.heic':
      'This is a HEIC picture, which is not accepted. Save it as JPEG. On an iPhone, choose Settings, Camera, Formats, Most Compatible.',
    'file_kind.gif': 'This is a GIF, which is not accepted. Save it as PNG.',
    'file_kind.picture':
      'This is {found}, which is not accepted. Save it as PNG or TIFF, or a photo as JPEG.',
    'file_kind.document': 'This is a PDF, not an image. Upload it as a PDF.',
    'file_kind.postscript':
      'This is PostScript (EPS), which is not accepted. Save it as PDF, and upload that.',
    'file_kind.zeros': 'A CSV is text; this holds zero bytes.',
  },
  { kind: (kind) => kindNames[kind as UploadKind], found: (type) => nameOf(type as Sniffed) },
)

/** What a schema refuses in the name of a file. */
export const assetRuleSentences = sentences({
  'invalid_format.asset_name': 'A name holds no control characters.',
  'invalid_format.face': 'A font of a collection is named by its number, from 1.',
})

/** Why an upload is not taken. */
export const uploadProblems = sentences({
  'body_too_large.file': 'The file is larger than the {limit} MiB that this kind may have.',
  'malformed_body.no_file': 'The body is empty; send the bytes of the file.',
  'malformed_body.slow': 'The body took longer than {hours} hours to arrive. Send it again.',
  'insufficient_scope.lists_only':
    'With a test key only lists (CSV, XLSX) can be uploaded: live and test mode share what templates are made of.',
})
