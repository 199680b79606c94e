import { sentences } from '../../kernel/sentences.ts'
import type { UploadKind } from '../../model/assets.ts'
import { nameOf, type Sniffed } from './sniff.ts'

const kindNames: Readonly<Record<UploadKind, string>> = {
  IMAGE: 'An image must be a JPEG, PNG, WebP, AVIF or TIFF',
  DRAWING: 'A drawing must be an SVG',
  PDF: 'A PDF must begin with %PDF-',
  CSV: 'A CSV must be text',
  XLSX: 'An XLSX must be an Excel workbook',
  FONT: 'A font must be a TrueType or OpenType file, a WOFF or a collection of fonts',
}

/** Findings made before the content is inspected. */
export const uploadSentences = sentences(
  {
    'file_kind.other': '{kind}; this is {found}.',
    'file_kind.svg':
      'An SVG is a drawing, not an image. Upload it as a drawing; in the portal, with the PDFs.',
    'file_kind.heic':
      'HEIC images are not accepted. Save it as JPEG. On an iPhone, choose Settings, Camera, Formats, Most Compatible.',
    'file_kind.gif': 'GIF images are not accepted. Save it as PNG.',
    'file_kind.picture':
      'This is {found}, which is not accepted. Save it as PNG or TIFF, or as JPEG if it is a photo.',
    'file_kind.document': 'This is a PDF, not an image. Upload it as a PDF.',
    'file_kind.postscript': 'PostScript (EPS) is not accepted. Save it as PDF and upload that.',
    'file_kind.zeros': 'A CSV must be text, but this file contains zero bytes. Save it as CSV again.',
  },
  { kind: (kind) => kindNames[kind as UploadKind], found: (type) => nameOf(type as Sniffed) },
)

/** File names and font numbers. */
export const assetRuleSentences = sentences({
  'invalid_format.asset_name': 'A name can’t contain control characters.',
  'invalid_format.face': 'Choose a font of a collection by its number, from 1.',
})

export const uploadProblems = sentences({
  'body_too_large.file': 'The file exceeds the maximum of {limit} MiB for its kind.',
  'malformed_body.no_file': 'The body is empty. Send the bytes of the file.',
  'malformed_body.slow': 'The body took longer than {hours} hours to arrive. Send it again.',
  'insufficient_scope.lists_only':
    'With a test key only lists (CSV, XLSX) can be uploaded, because both modes share the assets of templates. Use a live key.',
})
