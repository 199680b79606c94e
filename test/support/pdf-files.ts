/** A PDF from its pages' dictionaries: the catalogue is object 1, the page tree 2, pages follow, then what else is given. */
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
