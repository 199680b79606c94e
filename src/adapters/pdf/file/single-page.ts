import { utf8 } from '../../../core/kernel/bytes.ts'
import type { PdfWriter } from './writer.ts'

/** Ends a file of one page, of a size in points: for what is only drawn as pixels. */
export const finishPage = async (
  writer: PdfWriter,
  { width, height }: { width: number; height: number },
  operators: string,
  resources = '',
): Promise<void> => {
  const content = writer.reserve()
  writer.stream(content, '', utf8(operators))
  const pages = writer.reserve()
  const page = writer.reserve()
  writer.object(
    page,
    `<</Type/Page/Parent ${pages} 0 R/MediaBox[0 0 ${width} ${height}]/Contents ${content} 0 R/Resources<<${resources}>>>>`,
  )
  writer.object(pages, `<</Type/Pages/Kids[${page} 0 R]/Count 1>>`)
  const { root, info } = writePlainCatalog(writer, pages)
  await writer.finish(root, info)
}

/** The end of a file that says nothing of itself. */
export const writePlainCatalog = (writer: PdfWriter, pages: number): { root: number; info: number } => {
  const root = writer.reserve()
  writer.object(root, `<</Type/Catalog/Pages ${pages} 0 R>>`)
  const info = writer.reserve()
  writer.object(info, '<<>>')
  return { root, info }
}
