import type { WorkbookLimits } from './limits.ts'
import { refused, shown, workbookSentence } from './refused.ts'
import { formatOf, type NumberFormat, unescaped } from './values.ts'
import { type Attributes, prefixed, readXml } from './xml.ts'
import type { Archive } from './zip.ts'

const BLOCK_TEXTS = 4096

/**
 * Stores many texts by index in joined blocks: a text sliced from a parser's input keeps the whole input in
 * memory, and a million separate strings take several times their content.
 */
export class Texts {
  readonly #blocks: string[] = []
  /** The end of each text in its block. */
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

/** Reads a small part completely, with a callback for each element. */
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
    // The reader's callbacks have received everything.
  }
}

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
      if (texts.length === limits.texts)
        throw refused(workbookSentence('file_too_complex.texts', { limit: limits.texts }))
      texts.add(unescaped(text))
    },
    text(piece: string) {
      if (!isText) return
      characters += piece.length
      if (characters > limits.textCharacters) {
        throw refused(workbookSentence('file_too_complex.text_characters', { limit: limits.textCharacters }))
      }
      text += piece
    },
  }
  await drain(readXml(name, archive.read(name), reader, limits.depth))
  return texts
}

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
    // Conditional formats have ids of their own, which may equal those of cells.
    if (element === 'dxfs') isDifferential = true
    else if (element === 'numFmts') isDifferential = false
    else if (element === 'numFmt' && !isDifferential)
      codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
    // Named styles are a separate list with the same elements.
    else if (element === 'cellXfs') isOfCells = true
    else if (element === 'cellStyleXfs' || element === 'cellStyles') isOfCells = false
    else if (element === 'xf' && isOfCells) ids.push(Number(attributes.numFmtId ?? 0))
    if (ids.length > limits.formats || codes.size > limits.formats) {
      throw refused(workbookSentence('file_too_complex.formats', { limit: limits.formats }))
    }
  })
  const formats = new Map<number, NumberFormat>()
  for (const id of ids) if (!formats.has(id)) formats.set(id, formatOf(id, codes))
  return ids.map((id) => formats.get(id)!)
}

interface SheetPart {
  /** The name on its tab. */
  name: string
  part: string
  isHidden: boolean
}

interface WorkbookParts {
  /** The visible sheets in order, then the hidden ones. */
  sheets: SheetPart[]
  texts: string | undefined
  styles: string | undefined
  is1904: boolean
}

const CONTENT_TYPES = '[Content_Types].xml'
const PACKAGE_RELATIONS = '_rels/.rels'

/** Returns the parts of a workbook. Throws `WorkbookRefused` if the file isn't a readable workbook. */
export const findParts = async (archive: Archive, limits: WorkbookLimits): Promise<WorkbookParts> => {
  await assertWorkbook(archive, limits)
  const workbook = (await relationsOf(archive, PACKAGE_RELATIONS, '', limits)).find(
    ({ type }) => type === 'officeDocument',
  )?.target
  if (!workbook || !archive.has(workbook)) throw refused(workbookSentence('xlsx_unsupported.archive'))
  const folder = workbook.slice(0, workbook.lastIndexOf('/') + 1)
  const file = workbook.slice(folder.length)
  const relations = await relationsOf(archive, `${folder}_rels/${file}.rels`, folder, limits)
  const listed: { name: string; id: string; isHidden: boolean }[] = []
  let is1904 = false
  await readElements(archive, workbook, limits, (element, attributes) => {
    // Excel extensions have an element with this name but without the attribute.
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
    // Chart sheets have another type.
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

/** Throws `WorkbookRefused` if names or content types in the archive aren't those of an .xlsx workbook. */
const assertWorkbook = async (archive: Archive, limits: WorkbookLimits): Promise<void> => {
  const names = [...archive.names]
  if (names.some((name) => name.endsWith('vbaproject.bin')))
    throw refused(workbookSentence('xlsx_macros.file'))
  if (archive.has('content.xml') || archive.has('index/document.iwa')) {
    throw refused(workbookSentence('xlsx_unsupported.other_office'))
  }
  if (names.some((name) => name.endsWith('workbook.bin')))
    throw refused(workbookSentence('xlsx_unsupported.binary'))
  if (!archive.has(CONTENT_TYPES) || !archive.has(PACKAGE_RELATIONS)) {
    throw refused(workbookSentence('xlsx_unsupported.archive'))
  }
  const types: string[] = []
  await readElements(archive, CONTENT_TYPES, limits, (_, { ContentType: type, Extension: extension }) => {
    // Writers such as SheetJS declare types for extensions that no part has.
    const isUsed =
      extension === undefined || names.some((name) => name.endsWith(`.${extension.toLowerCase()}`))
    if (type !== undefined && isUsed) types.push(type)
  })
  if (types.some((type) => /macroEnabled/i.test(type))) throw refused(workbookSentence('xlsx_macros.file'))
  if (types.some((type) => /wordprocessingml|presentationml/.test(type))) {
    throw refused(workbookSentence('xlsx_unsupported.document'))
  }
}

interface Relation {
  id: string
  /** The last segment of its type, which is a URL. */
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
  if (!archive.has(name)) throw refused(workbookSentence('xlsx_damaged.part_missing', { part: shown(name) }))
  const relations: Relation[] = []
  await readElements(archive, name, limits, (element, attributes) => {
    // Resources outside the file are never read.
    if (element !== 'Relationship' || attributes.TargetMode === 'External') return
    const { Id: id = '', Type: type = '', Target: target = '' } = attributes
    relations.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target: resolved(folder, target) })
  })
  return relations
}

/** Resolves `../a.xml` and `/xl/a.xml` against the folder of the referring part. */
const resolved = (folder: string, target: string): string => {
  const parts: string[] = []
  for (const part of (target.startsWith('/') ? target : `${folder}${target}`).split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}
