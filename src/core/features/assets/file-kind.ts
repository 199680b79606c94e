import { type Finding, finding } from '../../kernel/finding.ts'
import type { UploadKind } from '../../model/assets.ts'
import type { Received } from './receive.ts'
import { uploadSentences } from './sentences.ts'
import { isUtf16, type Sniffed, sniff, strayControls } from './sniff.ts'

const expected: Readonly<Record<UploadKind, readonly Sniffed[]>> = {
  IMAGE: ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/tiff'],
  PDF: ['application/pdf'],
  DRAWING: ['image/svg+xml'],
  CSV: ['text/plain'],
  // Protected and old workbooks are no ZIP; what reads them says which of the two it is.
  XLSX: ['application/zip', 'application/x-ole'],
  FONT: ['font/ttf', 'font/otf', 'font/woff', 'font/collection'],
}

/** Pictures that are not accepted, each with a sentence of its own that says what to do. */
const remedies: Readonly<
  Partial<Record<Sniffed, 'svg' | 'heic' | 'gif' | 'picture' | 'document' | 'postscript'>>
> = {
  ...{ 'image/svg+xml': 'svg', 'image/heic': 'heic', 'image/gif': 'gif' },
  ...{ 'image/bmp': 'picture', 'image/jp2': 'picture', 'image/jxl': 'picture' },
  ...{ 'image/vnd.adobe.photoshop': 'picture', 'image/tiff-big': 'picture' },
  ...{ 'application/pdf': 'document', 'application/postscript': 'postscript' },
}

/** The type of the file by its first bytes, and whether it matches the declared type. */
export const checkKind = (
  kind: UploadKind,
  { head, sizeBytes, zeroBytes }: Received,
): { contentType: string; findings: Finding[] } => {
  const type = sniff(head)
  if (!expected[kind].includes(type)) {
    const remedy = kind === 'IMAGE' ? remedies[type] : undefined
    const said = remedy
      ? uploadSentences.say(`file_kind.${remedy}`, { found: type })
      : uploadSentences.say('file_kind.other', { kind, found: type })
    return { contentType: type, findings: [finding('error', said)] }
  }
  if (kind === 'XLSX') return { contentType: workbookType, findings: [] }
  if (kind !== 'CSV') return { contentType: type, findings: [] }
  const isBinary = !isUtf16(head) && zeroBytes > strayControls(sizeBytes)
  const findings = isBinary ? [finding('error', uploadSentences.say('file_kind.zeros'))] : []
  return { contentType: 'text/csv', findings }
}

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
