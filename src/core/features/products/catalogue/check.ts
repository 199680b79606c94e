import type {
  CatalogueChange,
  CatalogueCheck,
  CatalogueDocument,
  CatalogueEntry,
  CatalogueFacts,
  CatalogueFinding,
  CataloguePart,
} from '../../../engine/catalogue-part.ts'
import { noTurns, type Turns } from '../../../ports/turns.ts'
import { changesOf } from './changes.ts'
import { catalogueLimits } from './limits.ts'
import { pointer } from './pointer.ts'
import { type ReadFile, readFile } from './read-file.ts'
import { catalogueChangeSentences, catalogueSentences } from './sentences.ts'

/** What a check found, and what an import would change. */
export interface CatalogueReport {
  findings: CatalogueFinding[]
  changes: CatalogueChange[]
  /** The catalogue as it would be. */
  next: CatalogueDocument
}

/** Runs a check to its end, giving others their turn. */
export const run = async <T>(steps: Generator<void, T>, turns: Turns): Promise<T> => {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await turns.rest()
  }
}

/**
 * Checks a file against the instance. All findings are named, each with its place in the file, and everything
 * that an import would change. Reads and writes nothing.
 */
export const checkCatalogue = async (
  file: unknown,
  parts: readonly CataloguePart[],
  gather: (next: CatalogueDocument) => Promise<CatalogueFacts> | CatalogueFacts,
  turns: Turns = noTurns,
  may?: (part: CataloguePart) => boolean,
): Promise<CatalogueReport & { facts: CatalogueFacts }> => {
  const read = await run(readFile(file, parts, may), turns)
  const facts = await gather(read.document)
  return { ...(await run(checkRead(read, parts, facts), turns)), facts }
}

/** The rest of the check, of what was read of a file. */
export function* checkRead(
  read: ReadFile,
  parts: readonly CataloguePart[],
  facts: CatalogueFacts,
): Generator<void, CatalogueReport> {
  const next = completed(read, parts, facts.present)
  const findings = [...read.findings]
  const changes: CatalogueChange[] = []
  const reportIn: CatalogueCheck['reportIn'] = (part, place, said, severity = 'error') => {
    if (findings.length >= catalogueLimits.findings) return
    const [index, ...rest] = place
    const places = read.places[part] ?? []
    const path =
      typeof index !== 'number'
        ? pointer([part, ...place])
        : // Behind the entries of the file stands what was completed from the instance: the file has no place for it.
          index < places.length
          ? pointer([part, places[index]!, ...rest])
          : pointer([part])
    findings.push({ ...said, severity, path })
  }
  for (const part of parts) {
    const inFile = read.places[part.name]?.length ?? 0
    const check: CatalogueCheck = {
      facts,
      next,
      absent: read.absent,
      reportIn,
      report: (place, said, severity) => reportIn(part.name, place, said, severity),
      change(key, said) {
        changes.push({ ...said, part: part.name, key })
      },
    }
    reportRepeated(check, part, inFile)
    yield
    if (part.check) yield* part.check(check)
  }
  changes.push(...(yield* changesOf(parts, facts, next, read)))
  return { findings, changes: shortList(changes), next }
}

/** The file with what the instance has besides it, which becomes archived. */
const completed = (
  { document, unread, absent }: ReadFile,
  parts: readonly CataloguePart[],
  present: CatalogueDocument,
): CatalogueDocument => ({
  currency: document.currency,
  parts: Object.fromEntries(
    parts.map((part) => {
      const { name, complete, ordered, always = [] } = part
      const before = present.parts[name] ?? []
      if (absent.has(name)) return [name, before]
      const known = new Map(before.map((entry) => [entry.key, entry]))
      const entries = (document.parts[name] ?? []).map((entry) =>
        complete ? complete(entry, known.get(entry.key)) : entry,
      )
      if (ordered) return [name, entries]
      const keys = new Set(entries.map(({ key }) => key))
      const stays = (key: string) => unread[name]?.has(key) || always.includes(key)
      const left = before
        .filter(({ key }) => !keys.has(key))
        .map((entry): CatalogueEntry => (stays(entry.key) ? entry : { ...entry, archived: true }))
      return [name, [...entries, ...left]]
    }),
  ),
})

const reportRepeated = (check: CatalogueCheck, { name, noun }: CataloguePart, inFile: number): void => {
  const seen = new Set<string>()
  for (const [index, { key }] of (check.next.parts[name] ?? []).slice(0, inFile).entries()) {
    if (seen.has(key))
      check.report([index, 'key'], catalogueSentences.say('catalogue_key.repeated', { noun, key }))
    seen.add(key)
  }
}

const shortList = (changes: CatalogueChange[]): CatalogueChange[] => {
  const { changes: most } = catalogueLimits
  if (changes.length <= most) return changes
  const more = catalogueChangeSentences.say('catalogue_change.more', { count: changes.length - most })
  return [...changes.slice(0, most), { ...more, part: '', key: '' }]
}
