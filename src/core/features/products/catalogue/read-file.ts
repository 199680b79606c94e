import type {
  CatalogueDocument,
  CatalogueEntry,
  CatalogueFinding,
  CataloguePart,
} from '../../../engine/catalogue-part.ts'
import { tryParse } from '../../../engine/validate.ts'
import { nearest } from '../../../kernel/nearest.ts'
import { type Said, saidAlone } from '../../../kernel/sentences.ts'
import { shortened } from '../../../kernel/text.ts'
import { catalogueSentences } from '../sentences.ts'
import { fileSchema, pointer, pointerOf } from './document.ts'
import { currencyCode } from './entries/entry-schemas.ts'
import { catalogueLimits } from './entries/limits.ts'

const { say } = catalogueSentences

/** The readable part of a file. Invalid entries are left out and reported. */
export interface ReadFile {
  document: CatalogueDocument
  findings: CatalogueFinding[]
  /** Position of each entry in the file, by part. */
  places: Readonly<Record<string, readonly number[]>>
  /** Keys of entries that were left out, by part; they don't count as missing. */
  unread: Readonly<Record<string, ReadonlySet<string>>>
  /** Optional lists that the file doesn't have. */
  absent: ReadonlySet<string>
}

/** Entries to check before yielding. */
const slice = 100

/** Checks a file against the schemas of its parts, entry by entry, yielding in between. */
export function* readFile(
  file: unknown,
  parts: readonly CataloguePart[],
  may: (part: CataloguePart) => boolean = () => true,
): Generator<void, ReadFile> {
  const findings: CatalogueFinding[] = []
  const refuse = (path: string, sentence: Said) => {
    // Limited, because a megabyte can contain a hundred thousand errors.
    if (findings.length < catalogueLimits.findings) findings.push({ ...sentence, severity: 'error', path })
  }
  const sent = (typeof file === 'object' && file !== null && !Array.isArray(file) ? file : {}) as Record<
    string,
    unknown
  >
  if (sent.schema !== fileSchema) refuse('/schema', say('catalogue_schema.other', { schema: fileSchema }))
  const currency = tryParse(currencyCode, sent.currency, 'body')
  for (const error of currency.errors) refuse('/currency', error)
  const known = ['schema', 'currency', ...parts.map(({ name }) => name)]
  for (const name of Object.keys(sent)) {
    if (known.includes(name) || name === '$schema') continue
    const meant = nearest(name, known)
    refuse(pointer([name]), say('catalogue_part.unknown', { part: shortened(name), meant }))
  }
  const read: Record<string, CatalogueEntry[]> = {}
  const places: Record<string, number[]> = {}
  const unread: Record<string, ReadonlySet<string>> = {}
  const absent = new Set<string>()
  for (const part of parts) {
    yield
    const { name, permission, optional } = part
    const list = sent[name] ?? undefined
    const forbidden = permission !== undefined && !may(part)
    if (forbidden && list !== undefined)
      refuse(pointer([name]), say('catalogue_part.permission', { part: name, permission }))
    if (forbidden || (optional && list === undefined)) absent.add(name)
    const known = yield* readList(absent.has(name) ? [] : (list ?? []), part, refuse)
    read[name] = known.entries
    places[name] = known.places
    unread[name] = known.unread
  }
  return { document: { currency: currency.output ?? '', parts: read }, findings, places, unread, absent }
}

interface ReadList {
  entries: CatalogueEntry[]
  places: number[]
  unread: Set<string>
}

function* readList(
  list: unknown,
  part: CataloguePart,
  refuse: (path: string, sentence: Said) => void,
): Generator<void, ReadList> {
  const read: ReadList = { entries: [], places: [], unread: new Set() }
  if (!Array.isArray(list)) {
    refuse(pointer([part.name]), say('catalogue_part.no_list', { part: part.name }))
    return read
  }
  if (list.length > part.limit) {
    const counted = { part: part.name, count: list.length, limit: part.limit }
    refuse(pointer([part.name]), say('catalogue_part.too_many', counted))
    return read
  }
  for (const [index, entry] of list.entries()) {
    const { output, errors } = yield* readEntry(entry, part)
    for (const error of errors) refuse(pointer([part.name, index]) + error.path, error.sentence)
    if (output === undefined) {
      read.unread.add(String((entry as { key?: unknown } | null)?.key))
      continue
    }
    read.entries.push(part.ordered ? { ...output, key: String(index + 1) } : output)
    read.places.push(index)
  }
  return read
}

interface EntryError {
  path: string
  sentence: Said
}

interface ReadEntry {
  output?: CatalogueEntry
  errors: EntryError[]
}

function* readEntry(entry: unknown, { schema, long }: CataloguePart): Generator<void, ReadEntry> {
  const { output, errors } = tryParse<CatalogueEntry>(long?.head ?? schema, entry, 'body')
  const found = errors.map((error) => ({ path: pointerOf(error.parameter), sentence: saidAlone(error) }))
  yield
  if (output === undefined || !long)
    return output === undefined ? { errors: found } : { output, errors: found }
  const rows = (output as unknown as Record<string, unknown[]>)[long.field]!
  const checked: unknown[] = []
  for (let start = 0; start < rows.length; start += slice) {
    for (const [offset, row] of rows.slice(start, start + slice).entries()) {
      const parsed = tryParse<unknown>(long.item, row, 'body')
      if (parsed.output !== undefined) checked.push(parsed.output)
      const base = pointer([long.field, start + offset])
      for (const error of parsed.errors)
        found.push({ path: base + pointerOf(error.parameter), sentence: saidAlone(error) })
    }
    yield
  }
  return { output: { ...output, [long.field]: checked } as CatalogueEntry, errors: found }
}
