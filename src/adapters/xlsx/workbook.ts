import type { WorkbookLimits } from './limits.ts'
import { refused, say, shown } from './refused.ts'
import { formatOf, type NumberFormat, unescaped } from './values.ts'
import { type Attributes, prefixed, readXml } from './xml.ts'
import type { Archive } from './zip.ts'

/** Texts that are joined at a time. */
const BLOCK_TEXTS = 4096

/**
 * Many texts by number, in blocks: a text cut out of a parser's input keeps all of that input in memory, and
 * a million texts of their own take several times what stands in them.
 */
export class Texts {
  readonly #blocks: string[] = []
  /** Where each text ends in its block. */
  #ends = new Uint32Array(BLOCK_TEXTS)
  #open: string[] = []
  #openLength = 0
  #count = 0

  get length(): number {
    return this.#count
  }

  add(text: string): void {
    if (this.#count === this.#ends.length) {
      const ends = new Uint32Array(this.#ends.length * 2)
      ends.set(this.#ends)
      this.#ends = ends
    }
    this.#open.push(text)
    this.#openLength += text.length
    this.#ends[this.#count++] = this.#openLength
    if (this.#open.length === BLOCK_TEXTS) this.#close()
  }

  /** Undefined where there is no text of this number. */
  at(index: number): string | undefined {
    if (!Number.isInteger(index) || index < 0 || index >= this.#count) return undefined
    const block = Math.floor(index / BLOCK_TEXTS)
    if (block === this.#blocks.length) this.#close()
    const start = index % BLOCK_TEXTS === 0 ? 0 : this.#ends[index - 1]!
    return this.#blocks[block]!.slice(start, this.#ends[index]!)
  }

  #close(): void {
    this.#blocks.push(this.#open.join(''))
    this.#open = []
    this.#openLength = 0
  }
}

/** Reads a small part to its end, with a callback for each element. */
const readElements = async (
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

export interface SheetPart {
  /** As its tab is called. */
  name: string
  part: string
  isHidden: boolean
}

export interface WorkbookParts {
  /** The visible sheets in order, then the hidden ones. */
  sheets: SheetPart[]
  texts: string | undefined
  styles: string | undefined
  is1904: boolean
}

const CONTENT_TYPES = '[Content_Types].xml'
const PACKAGE_RELATIONS = '_rels/.rels'

/** Finds the parts of a workbook. Throws `WorkbookRefused` where it is no workbook that can be read. */
export const findParts = async (archive: Archive, limits: WorkbookLimits): Promise<WorkbookParts> => {
  await assertWorkbook(archive, limits)
  const workbook = (await relationsOf(archive, PACKAGE_RELATIONS, '', limits)).find(
    ({ type }) => type === 'officeDocument',
  )?.target
  if (!workbook || !archive.has(workbook)) throw refused(say('xlsx_unsupported.archive'))
  const folder = workbook.slice(0, workbook.lastIndexOf('/') + 1)
  const file = workbook.slice(folder.length)
  const relations = await relationsOf(archive, `${folder}_rels/${file}.rels`, folder, limits)
  const listed: { name: string; id: string; isHidden: boolean }[] = []
  let is1904 = false
  await readElements(archive, workbook, limits, (element, attributes) => {
    // Extensions of Excel have an element of this name too, without the attribute.
    if (element === 'workbookPr' && attributes.date1904 !== undefined) {
      is1904 = /^(?:1|true)$/.test(attributes.date1904)
    }
    if (element !== 'sheet') return
    const isHidden = /hidden/i.test(attributes.state ?? '')
    listed.push({ name: attributes.name ?? '', id: prefixed(attributes, 'id') ?? '', isHidden })
  })
  const byId = new Map(relations.map((relation) => [relation.id, relation]))
  const partOf = (type: string) => {
    const part = relations.find((relation) => relation.type === type)?.target
    return part !== undefined && archive.has(part) ? part : undefined
  }
  return {
    // Sheets that hold a chart only have another type.
    sheets: listed
      .flatMap(({ name, id, isHidden }) => {
        const relation = byId.get(id)
        return relation?.type === 'worksheet' ? [{ name, part: relation.target, isHidden }] : []
      })
      .sort((one, other) => Number(one.isHidden) - Number(other.isHidden)),
    texts: partOf('sharedStrings'),
    styles: partOf('styles'),
    is1904,
  }
}

/** Tells workbooks from other files of office programs by what they say of their contents. */
const assertWorkbook = async (archive: Archive, limits: WorkbookLimits): Promise<void> => {
  const names = [...archive.names]
  if (names.some((name) => name.endsWith('vbaproject.bin'))) throw refused(say('xlsx_macros.file'))
  if (archive.has('content.xml') || archive.has('index/document.iwa')) {
    throw refused(say('xlsx_unsupported.other_office'))
  }
  if (names.some((name) => name.endsWith('workbook.bin'))) throw refused(say('xlsx_unsupported.binary'))
  if (!archive.has(CONTENT_TYPES) || !archive.has(PACKAGE_RELATIONS)) {
    throw refused(say('xlsx_unsupported.archive'))
  }
  const types: string[] = []
  await readElements(archive, CONTENT_TYPES, limits, (_, { ContentType: type, Extension: extension }) => {
    // Writers such as SheetJS declare the types of extensions that no part has.
    const isUsed =
      extension === undefined || names.some((name) => name.endsWith(`.${extension.toLowerCase()}`))
    if (type !== undefined && isUsed) types.push(type)
  })
  if (types.some((type) => /macroEnabled/i.test(type))) throw refused(say('xlsx_macros.file'))
  if (types.some((type) => /wordprocessingml|presentationml/.test(type))) {
    throw refused(say('xlsx_unsupported.document'))
  }
}

interface Relation {
  id: string
  /** The last word of its type, which is a web address. */
  type: string
  /** The name of the part in the archive. */
  target: string
}

const relationsOf = async (
  archive: Archive,
  name: string,
  folder: string,
  limits: WorkbookLimits,
): Promise<Relation[]> => {
  if (!archive.has(name)) throw refused(say('xlsx_damaged.part_missing', { part: shown(name) }))
  const relations: Relation[] = []
  await readElements(archive, name, limits, (element, attributes) => {
    // What lies outside of the file is never read.
    if (element !== 'Relationship' || attributes.TargetMode === 'External') return
    const { Id: id = '', Type: type = '', Target: target = '' } = attributes
    relations.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target: resolved(folder, target) })
  })
  return relations
}

/** `../a.xml` and `/xl/a.xml`, from the folder of what names them. */
const resolved = (folder: string, target: string): string => {
  const parts: string[] = []
  for (const part of (target.startsWith('/') ? target : `${folder}${target}`).split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}
