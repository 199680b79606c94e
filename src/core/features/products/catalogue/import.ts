import type { Actor } from '../../../engine/audit/changes.ts'
import type {
  CatalogueChange,
  CatalogueCheck,
  CatalogueDocument,
  CatalogueEntry,
  CatalogueFacts,
  CatalogueFinding,
  CataloguePart,
} from '../../../engine/catalogue-part.ts'
import type { WriteContext } from '../../../engine/context.ts'
import type { Services } from '../../../engine/services.ts'
import { takeOrganisations, transact } from '../../../engine/transact.ts'
import { tryParse } from '../../../engine/validate.ts'
import { type ParameterError, problem, validationFailed } from '../../../kernel/errors.ts'
import { nearest } from '../../../kernel/nearest.ts'
import { generalProblems } from '../../../kernel/problem-sentences.ts'
import { plainSentence, type Sentence } from '../../../kernel/sentences.ts'
import { shortened } from '../../../kernel/text.ts'
import { everyone, type WritableRows } from '../../../ports/store.ts'
import { noTurns, type Turns } from '../../../ports/system.ts'
import { setCurrency } from '../../ledger/accounts.ts'
import { treatmentsJob } from '../../ledger/profile.ts'
import { catalogueMark, revisionFact, revisionOf } from '../current-catalogue.ts'
import { catalogueChangeSentences, catalogueSentences } from '../sentences.ts'
import { changesOf, same } from './changes.ts'
import { dotted, entriesOf, entryOf, fileSchema, pointer, pointerOf } from './document.ts'
import { currencyCode } from './entries/entry-schemas.ts'
import { catalogueLimits } from './entries/limits.ts'
import { gatherFacts } from './export.ts'

/** Invalid entries are left out and reported. */
interface ReadFile {
  document: CatalogueDocument
  findings: CatalogueFinding[]
  /** Position of each entry in the file, by part. */
  places: Readonly<Record<string, readonly number[]>>
  /** Keys of entries that were left out, by part; they don't count as missing. */
  unread: Readonly<Record<string, ReadonlySet<string>>>
  absent: ReadonlySet<string>
}

/** Entries to check before yielding. */
const slice = 100

function* readFile(
  file: unknown,
  parts: readonly CataloguePart[],
  may: (part: CataloguePart) => boolean = () => true,
): Generator<void, ReadFile> {
  const findings: CatalogueFinding[] = []
  const refuse = (path: string, sentence: Sentence) => {
    // Limited, because a megabyte can contain a hundred thousand errors.
    if (findings.length < catalogueLimits.findings) findings.push({ ...sentence, severity: 'error', path })
  }
  const sent = (typeof file === 'object' && file !== null && !Array.isArray(file) ? file : {}) as Record<
    string,
    unknown
  >
  if (sent.schema !== fileSchema)
    refuse('/schema', catalogueSentences.sentence('catalogue_schema.other', { schema: fileSchema }))
  const currency = tryParse(currencyCode, sent.currency, 'body')
  for (const error of currency.errors) refuse('/currency', error)
  const known = ['schema', 'currency', ...parts.map(({ name }) => name)]
  for (const name of Object.keys(sent)) {
    if (known.includes(name) || name === '$schema') continue
    const meant = nearest(name, known)
    refuse(
      pointer([name]),
      catalogueSentences.sentence('catalogue_part.unknown', { part: shortened(name), meant }),
    )
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
      refuse(
        pointer([name]),
        catalogueSentences.sentence('catalogue_part.permission', { part: name, permission }),
      )
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
  refuse: (path: string, sentence: Sentence) => void,
): Generator<void, ReadList> {
  const read: ReadList = { entries: [], places: [], unread: new Set() }
  if (!Array.isArray(list)) {
    refuse(pointer([part.name]), catalogueSentences.sentence('catalogue_part.no_list', { part: part.name }))
    return read
  }
  if (list.length > part.limit) {
    const counted = { part: part.name, count: list.length, limit: part.limit }
    refuse(pointer([part.name]), catalogueSentences.sentence('catalogue_part.too_many', counted))
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
  sentence: Sentence
}

interface ReadEntry {
  output?: CatalogueEntry
  errors: EntryError[]
}

function* readEntry(entry: unknown, { schema, long }: CataloguePart): Generator<void, ReadEntry> {
  const { output, errors } = tryParse<CatalogueEntry>(long?.head ?? schema, entry, 'body')
  const found = errors.map((error) => ({ path: pointerOf(error.parameter), sentence: plainSentence(error) }))
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
        found.push({ path: base + pointerOf(error.parameter), sentence: plainSentence(error) })
    }
    yield
  }
  return { output: { ...output, [long.field]: checked } as CatalogueEntry, errors: found }
}

interface CatalogueReport {
  findings: CatalogueFinding[]
  changes: CatalogueChange[]
  next: CatalogueDocument
}

/** Runs the steps and yields to other requests between them. */
export const runInSlices = async <T>(steps: Generator<void, T>, turns: Turns): Promise<T> => {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await turns.rest()
  }
}

/** Returns every finding with its place and every change that an import would make. Writes nothing. */
const checkCatalogue = async (
  file: unknown,
  parts: readonly CataloguePart[],
  gather: (next: CatalogueDocument) => Promise<CatalogueFacts> | CatalogueFacts,
  turns: Turns = noTurns,
  may?: (part: CataloguePart) => boolean,
): Promise<CatalogueReport & { facts: CatalogueFacts }> => {
  const read = await runInSlices(readFile(file, parts, may), turns)
  const facts = await gather(read.document)
  return { ...(await runInSlices(checkRead(read, parts, facts), turns)), facts }
}

export function* checkRead(
  read: ReadFile,
  parts: readonly CataloguePart[],
  facts: CatalogueFacts,
): Generator<void, CatalogueReport> {
  const next = completed(read, parts, facts.present)
  const findings = [...read.findings]
  const changes: CatalogueChange[] = []
  const reportIn: CatalogueCheck['reportIn'] = (part, place, sentence, severity = 'error') => {
    if (findings.length >= catalogueLimits.findings) return
    const [index, ...rest] = place
    const places = read.places[part] ?? []
    const path =
      typeof index !== 'number'
        ? pointer([part, ...place])
        : // Entries after those of the file were added from the instance and have no place in the file.
          index < places.length
          ? pointer([part, places[index]!, ...rest])
          : pointer([part])
    findings.push({ ...sentence, severity, path })
  }
  for (const part of parts) {
    const inFile = read.places[part.name]?.length ?? 0
    const check: CatalogueCheck = {
      facts,
      next,
      absent: read.absent,
      reportIn,
      report: (place, sentence, severity) => reportIn(part.name, place, sentence, severity),
      change(key, sentence) {
        changes.push({ ...sentence, part: part.name, key })
      },
    }
    reportRepeated(check, part, inFile)
    yield
    if (part.check) yield* part.check(check)
  }
  changes.push(...(yield* changesOf(parts, facts, next, read)))
  return { findings, changes: shortList(changes), next }
}

/** Adds entries that the file lacks, archived unless they were unreadable or are always kept. */
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
      check.report([index, 'key'], catalogueSentences.sentence('catalogue_key.repeated', { noun, key }))
    seen.add(key)
  }
}

const shortList = (changes: CatalogueChange[]): CatalogueChange[] => {
  const { changes: most } = catalogueLimits
  if (changes.length <= most) return changes
  const more = catalogueChangeSentences.sentence('catalogue_change.more', { count: changes.length - most })
  return [...changes.slice(0, most), { ...more, part: '', key: '' }]
}

export interface CheckedCatalogue extends CatalogueReport {
  facts: Awaited<ReturnType<typeof gatherFacts>>
  /** The revision that the file was checked against. */
  revision: number
  /** Id of the next revision, if this import creates it. */
  nextId: string
  parts: readonly CataloguePart[]
}

export interface CheckOptions {
  profiles?: readonly string[]
  /** Parts that the caller may change; all by default. */
  may?: (part: CataloguePart) => boolean
}

/** Checks a file in slices. Writes nothing. */
export const checkFile = async (
  services: Services,
  file: unknown,
  { profiles, may }: CheckOptions = {},
): Promise<CheckedCatalogue> => {
  const parts = await services.catalogueParts()
  let facts: Awaited<ReturnType<typeof gatherFacts>> | undefined
  const report = await checkCatalogue(
    file,
    parts,
    async (next) => {
      facts = await gatherFacts(services, parts, next, profiles)
      return facts
    },
    services.turns,
    may,
  )
  return {
    ...report,
    facts: facts!,
    revision: revisionOf(facts!.mark),
    nextId: services.ids.next('crv'),
    parts,
  }
}

/** Saves; returns the revision. Throws 422 with every error, 412 if the catalogue changed since the check. */
export const saveCatalogue = async (
  services: Services,
  rows: WritableRows,
  checked: CheckedCatalogue,
): Promise<number> => {
  const errors = checked.findings.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw validationFailed(errors.map(asParameter))
  const { facts, next, revision, parts } = checked
  // Locked first: entries about an organisation's own prices go into its audit log.
  await takeOrganisations(rows, organisationsOf(facts.present, next))
  const mark = await catalogueMark(rows)
  if (mark !== facts.mark) throw revisionConflict(revisionOf(mark))
  if (!(await setCurrency(rows, next.currency))) {
    const sentence = catalogueSentences.sentence('catalogue_currency.fixed', { own: facts.present.currency })
    throw validationFailed([{ ...sentence, parameter: 'currency', location: 'body' }])
  }
  const saving = { ids: services.ids, rows, now: facts.now, facts, before: facts.present, next }
  let changed = next.currency !== facts.present.currency
  for (const part of parts) changed = (await part.save(saving)) || changed
  if (!changed && mark !== '') return revision
  const value = `${revision + 1}|${checked.nextId}`
  if (mark === '') await rows.facts.insert({ id: revisionFact, value })
  // On PostgreSQL another server may have changed it since it was read; the transaction is then rolled back.
  else if (!(await rows.facts.update(everyone, revisionFact, { value }, { value: mark })))
    throw revisionConflict(revision + 1)
  return revision + 1
}

/** True if live mail would go to another printer or to another destination of a printer. */
export const movesMail = ({ facts, next, parts }: CheckedCatalogue): boolean =>
  parts.some((part) => part.movesMail?.({ before: facts.present, next }) === true)

const organisationsOf = (before: CatalogueDocument, next: CatalogueDocument): string[] =>
  entriesOf(next, 'priceLists').flatMap((list) => {
    const was = entryOf(before, 'priceLists', list.key)
    if (same(was, list)) return []
    return [was?.organisation, list.organisation].filter((id) => typeof id === 'string')
  })

const revisionConflict = (revision: number) =>
  problem(generalProblems.sentence('revision_conflict.thing', { noun: 'catalogue', revision }))

const asParameter = ({ path, severity: _, ...sentence }: CatalogueFinding): ParameterError => ({
  ...plainSentence(sentence),
  parameter: dotted(path) || 'body',
  location: 'body',
})

/** Saves, and enqueues the job that updates VAT treatments if the currency is new. */
export const saveWithWork = async (
  { services, rows, work }: Pick<WriteContext, 'services' | 'rows' | 'work'>,
  checked: CheckedCatalogue,
): Promise<number> => {
  const revision = await saveCatalogue(services, rows, checked)
  if (checked.next.currency !== checked.facts.present.currency)
    work.enqueue(treatmentsJob(services.clock.now()))
  return revision
}

/** Saves in a transaction of its own. Returns the revision. */
export const importChecked = (services: Services, checked: CheckedCatalogue, actor: Actor): Promise<number> =>
  transact(services, ({ rows, work }) => saveWithWork({ services, rows, work }, checked), actor)

const findingToWire = ({ path, severity, ...sentence }: CatalogueFinding) => ({
  path,
  severity,
  ...plainSentence(sentence),
})

const changeToWire = ({ part, key, ...sentence }: CatalogueChange) => ({
  part,
  key,
  ...plainSentence(sentence),
})

export const reportToWire = ({ findings, changes }: Pick<CheckedCatalogue, 'findings' | 'changes'>) => ({
  findings: findings.map(findingToWire),
  changes: changes.map(changeToWire),
})

export const isValid = ({ findings }: Pick<CheckedCatalogue, 'findings'>): boolean =>
  findings.every(({ severity }) => severity !== 'error')
