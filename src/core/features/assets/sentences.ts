import { sentences } from '../../kernel/sentences.ts'
import type { UploadKind } from '../../model/assets.ts'
import { nameOf, type Sniffed } from './sniff.ts'

const kindNames: Readonly<Record<UploadKind, string>> = {
  IMAGE: 'An image is a JPEG or a PNG',
  PDF: 'A PDF begins with %PDF-',
  CSV: 'A CSV is text',
  XLSX: 'An XLSX is a workbook of Excel',
  FONT: 'A font is a TrueType file (.ttf)',
}

/** What is found of an upload before it is looked into. */
export const uploadSentences = sentences(
  {
    'file_kind.other': '{kind}; this is {found}.',
    'file_kind.zeros': 'A CSV is text; this holds zero bytes.',
  },
  { kind: (kind) => kindNames[kind as UploadKind], found: (type) => nameOf(type as Sniffed) },
)

/** What a schema refuses in the name of a file. */
export const assetRuleSentences = sentences({
  'invalid_format.asset_name': 'A name holds no control characters.',
})
