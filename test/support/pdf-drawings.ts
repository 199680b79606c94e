import { pdfOf } from './pdf-files.ts'

/** A stream object of these bytes. */
export const streamOf = (data: string | Buffer, dict = ''): string => {
  const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : data
  return `<<${dict}/Length ${bytes.length}>>\nstream\n${bytes.toString('latin1')}\nendstream`
}

export const formOf = (content: string, dict = '/BBox[0 0 80 80]'): string =>
  streamOf(content, `/Type/XObject/Subtype/Form${dict}`)

export interface Parts {
  page?: string
  catalogue?: string
  trailer?: string
  /** Objects from number 5 on. */
  more?: readonly string[]
  box?: string
}

/** Returns a PDF of one page, by default of 200 × 200 points. The page is object 3, its content object 4. */
export const drawingOf = (
  content: string,
  { page = '', box = '0 0 200 200', more = [], ...parts }: Parts = {},
) =>
  pdfOf([`<</Type/Page/Parent 2 0 R/MediaBox[${box}]/Contents 4 0 R${page}>>`], {
    ...parts,
    more: [content.includes('stream\n') ? content : streamOf(content), ...more],
  })

/** Content under everything else on the page, so that wrong positions are visible. */
export const ground = '0.2 0 0 0 k 10 10 100 40 re f 0 0 0 1 K 4 w 20 20 m 180 150 l S'
export const square = '0 1 0 0 k 0 0 80 80 re f'
/** A square without one corner, which shows its rotation. */
export const flag = '0 1 1 0 k 0 0 m 80 0 l 80 40 l 40 80 l 0 80 l f'

export const layers = (off: string, more = '') =>
  `/OCProperties<</OCGs[5 0 R 6 0 R]/D<</OFF[${off}]${more}>>>>`
export const groups = ['<</Type/OCG/Name(Art)>>', '<</Type/OCG/Name(Die line)>>']
export const inLayer = (name: string, content: string) => `/OC /${name} BDC ${content} EMC`
export const left = '1 0 0 0 k 20 60 60 60 re f'
export const right = '0 0 1 0 k 120 60 60 60 re f'
export const named = '/Resources<</Properties<</A 5 0 R/B 6 0 R>>>>'
export const annotated = (annotation: string, more: readonly string[] = [formOf(flag)], parts: Parts = {}) =>
  drawingOf(ground, { ...parts, page: `/Annots[<</Type/Annot${annotation}>>]${parts.page ?? ''}`, more })
export const at = '/Rect[90 90 170 130]'
export const drawnBy5 = '/AP<</N 5 0 R>>'

export const hidden = 'pdf_layers_hidden'
export const comments = 'pdf_annotations'

/**
 * A PDF, the codes of its findings, and the PDF that it must look like if Ghostscript renders it differently
 * from ISO 32000-2.
 */
export type PrintedKind = readonly [what: string, bytes: Buffer, codes: readonly string[], like?: Buffer]

export const both = drawingOf(`${left} ${right}`)
