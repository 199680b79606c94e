import type { WorkbookLimits } from './limits.ts'
import { readElements } from './parts.ts'
import { refused, say, shown } from './refused.ts'
import { prefixed } from './xml.ts'
import type { Archive } from './zip.ts'

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
