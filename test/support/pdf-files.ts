/**
 * Returns a PDF of these pages' dictionaries: the catalogue is object 1, the page tree 2; pages and further
 * objects follow.
 */
export const pdfOf = (
  pages: readonly string[],
  {
    catalogue = '',
    trailer = '',
    more = [],
  }: { catalogue?: string; trailer?: string; more?: readonly string[] } = {},
): Buffer => {
  const kids = pages.map((_, index) => `${index + 3} 0 R`).join(' ')
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${catalogue}>>`,
    `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`,
    ...pages,
    ...more,
  ]
  let text = '%PDF-1.6\n'
  const offsets = objects.map((body, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${body}\nendobj\n`
    return offset
  })
  const start = text.length
  const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines}`
  text += `trailer\n<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

/** Appends a cross-reference table to a PDF, as programs that save changes incrementally do. */
export const savedAgain = (pdf: Buffer, { entries, trailer = '' }: { entries: string; trailer?: string }) => {
  const [, size, before] = /Size (\d+)[\s\S]*startxref\n(\d+)/.exec(pdf.toString('latin1'))!
  const table = `xref\n${entries}trailer\n<</Size ${size}/Root 1 0 R/Prev ${before}${trailer}>>\n`
  return Buffer.concat([pdf, Buffer.from(`${table}startxref\n${pdf.length}\n%%EOF\n`)])
}

/**
 * Returns the same file with its content (object 4) listed only in a cross-reference stream; readers that do
 * not know such streams see the object as deleted.
 */
export const hybridOf = (pdf: Buffer): Buffer => {
  const text = pdf.toString('latin1')
  const content = text.indexOf('4 0 obj')
  const at = content.toString(16).padStart(8, '0')
  const stream = `9 0 obj\n<</Type/XRef/Size 10/W[1 4 1]/Index[4 1]/Filter/ASCIIHexDecode/Length 13>>\nstream\n01${at}00>\nendstream\nendobj\n`
  const hidden = text.replace(`${String(content).padStart(10, '0')} 00000 n`, '0000000000 00000 f')
  return savedAgain(Buffer.from(hidden + stream, 'latin1'), {
    entries: '4 1\n0000000000 00000 f \n',
    trailer: `/XRefStm ${text.length}`,
  })
}
