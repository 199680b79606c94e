import type { Finding } from '../../core/kernel/finding.ts'
import type { SheetInput } from '../../core/ports/printing-files.ts'
import { indiciaFindings } from '../../typesetting/page/indicia.ts'
import { openFontBook } from './fonts/book.ts'

/** Measures what a sheet prints by itself, in the fonts in which it is printed. */
export const checkSheet = async ({ sheet, fallbacks }: SheetInput): Promise<Finding[]> => {
  const { indicia } = await openFontBook({ fonts: [], locale: 'en' }, new Map(), fallbacks)
  return indiciaFindings(indicia, sheet)
}
