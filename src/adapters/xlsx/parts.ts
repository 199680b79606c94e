import type { WorkbookLimits } from './limits.ts'
import { refused, say } from './refused.ts'
import { Texts } from './texts.ts'
import { formatOf, type NumberFormat, unescaped } from './values.ts'
import { type Attributes, readXml } from './xml.ts'
import type { Archive } from './zip.ts'

/** Reads a small part to its end, with a callback for each element. */
export const readElements = async (
  archive: Archive,
  name: string,
  limits: WorkbookLimits,
  open: (name: string, attributes: Attributes) => void,
): Promise<void> => {
  const reader = { open, close() {}, text() {} }
  const chunks = archive.read(name, limits.partBytes)
  await drain(readXml(name, chunks, reader, limits.depth))
}

const drain = async (steps: AsyncIterable<void>): Promise<void> => {
  for await (const _ of steps) {
    // Its reader has been told everything.
  }
}

/** The texts that cells of all sheets share, by their number. */
export const readTexts = async (archive: Archive, name: string, limits: WorkbookLimits): Promise<Texts> => {
  const texts = new Texts()
  let characters = 0
  let text = ''
  let isText = false
  let phonetic = 0
  const reader = {
    open(element: string) {
      if (element === 'si') text = ''
      else if (element === 'rPh') phonetic++
      else if (element === 't') isText = phonetic === 0
    },
    close(element: string) {
      if (element === 'rPh') phonetic--
      if (element === 't') isText = false
      if (element !== 'si') return
      if (texts.length === limits.texts) throw refused(say('file_too_complex.texts', { limit: limits.texts }))
      texts.add(unescaped(text))
    },
    text(piece: string) {
      if (!isText) return
      characters += piece.length
      if (characters > limits.textCharacters) {
        throw refused(say('file_too_complex.text_characters', { limit: limits.textCharacters }))
      }
      text += piece
    },
  }
  await drain(readXml(name, archive.read(name), reader, limits.depth))
  return texts
}

/** How numbers are written, by the number of a cell's style. */
export const readFormats = async (
  archive: Archive,
  name: string,
  limits: WorkbookLimits,
): Promise<NumberFormat[]> => {
  const codes = new Map<number, string>()
  const ids: number[] = []
  let isOfCells = false
  let isDifferential = false
  await readElements(archive, name, limits, (element, attributes) => {
    // Formats of conditions have ids of their own, which may be those of cells.
    if (element === 'dxfs') isDifferential = true
    else if (element === 'numFmts') isDifferential = false
    else if (element === 'numFmt' && !isDifferential)
      codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
    // Formats of named styles come in a list of their own, with the same elements.
    else if (element === 'cellXfs') isOfCells = true
    else if (element === 'cellStyleXfs' || element === 'cellStyles') isOfCells = false
    else if (element === 'xf' && isOfCells) ids.push(Number(attributes.numFmtId ?? 0))
    if (ids.length > limits.formats || codes.size > limits.formats) {
      throw refused(say('file_too_complex.formats', { limit: limits.formats }))
    }
  })
  const formats = new Map<number, NumberFormat>()
  for (const id of ids) if (!formats.has(id)) formats.set(id, formatOf(id, codes))
  return ids.map((id) => formats.get(id)!)
}
