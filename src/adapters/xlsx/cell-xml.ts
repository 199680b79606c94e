/** The longest text that a cell of Excel has. */
export const longestCell = 32_767

/** A row of a sheet as XML; every cell is text, and empty ones are left out. */
export const rowXml = (cells: readonly string[], number: number): string => {
  let xml = `<row r="${number}">`
  for (let column = 0; column < cells.length; column++) {
    const text = cells[column]!
    if (text === '') continue
    const place = `${lettersOf(column)}${number}`
    xml += `<c r="${place}" s="1" t="inlineStr"><is><t xml:space="preserve">${escaped(bounded(text))}</t></is></c>`
  }
  return `${xml}</row>`
}

/** A longer text ends with a note of its length, because Excel refuses the whole file otherwise. */
const bounded = (text: string): string => {
  if (text.length <= longestCell) return text
  const note = ` … [cut: the text has ${text.length} characters]`
  return text.slice(0, longestCell - note.length).replace(/[\uD800-\uDBFF]$/, '') + note
}

/** A, B, …, Z, AA, AB … */
const lettersOf = (column: number): string => {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : lettersOf(Math.floor(column / 26) - 1) + letter
}

/** Characters that XML does not have, a carriage return, which it changes, and what looks like the code of one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones
const coded = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|\p{Cs}|_(?=x[0-9a-fA-F]{4}_)/gu

/** Excel's code for a character: `_x000D_`. */
const codeOf = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

const escaped = (text: string): string =>
  text.replace(coded, codeOf).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
