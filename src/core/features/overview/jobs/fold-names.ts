import { setFact } from '../../../engine/facts.ts'
import { defineJob, type JobContext } from '../../../engine/jobs/job.ts'
import { gt, searchForms } from '../../../kernel/query.ts'
import { dayMs, minuteMs } from '../../../kernel/time.ts'
import { type TableName, tables } from '../../../model/index.ts'
import { everyone, type Writer } from '../../../ports/store.ts'

const factId = 'name-folding'
/** Small, because template drafts are large. */
const rowsPerChunk = 25
const chunksPerNote = 40

const tablesWithNames = (Object.keys(tables) as TableName[]).filter((name) => tables[name].folded.length > 0)
const ofInstance = tablesWithNames.filter((name) => tables[name].scope === 'none').sort()
const ofOrganisations = tablesWithNames.filter((name) => tables[name].scope !== 'none').sort()

/** Where the job continues after a crash or a pause. */
interface Progress {
  /** Empty for tables of the instance, which come first. */
  organisationId: string
  table: TableName
  /** The last row read; empty at the beginning of a table. */
  after: string
  /** True if no earlier server was running when this pass began, so that it is the last. */
  isLast: boolean
  isDone: boolean
}

type NamedRow = { id: string } & Record<string, string | null>

/**
 * Folds the names that servers of 0.2.0 stored, which a search without accents doesn't find. Passes are
 * repeated while such servers run, because they store more; the first pass after them is the last.
 */
export const foldNames = defineJob({
  kind: 'overview.foldNames',
  recur: async ({ services }) => {
    const isDone = (await readProgress(services.store))?.isDone
    return services.clock.now() + (isDone ? dayMs : 10 * minuteMs)
  },
  async handler(context) {
    const { services, transact, extend, giveWay } = context
    const known = await readProgress(services.store)
    if (known?.isDone) return undefined
    let progress = known ?? (await firstOf(context))
    const note = () => transact(({ rows }) => setFact(rows, factId, JSON.stringify(progress)))
    for (let chunk = 1; ; chunk++) {
      const last = await foldChunk(context, progress)
      const next = last === undefined ? await following(context, progress) : { ...progress, after: last }
      if (next === undefined) break
      progress = next
      await extend()
      const later = giveWay()
      if (later || chunk % chunksPerNote === 0) await note()
      if (later) return later
    }
    const isDone = progress.isLast && !(await hasEarlierServers(context))
    progress = isDone ? { ...progress, isDone } : await firstOf(context)
    await note()
    return undefined
  },
})

const firstOf = async (context: JobContext): Promise<Progress> => ({
  organisationId: '',
  table: ofInstance[0]!,
  after: '',
  isLast: !(await hasEarlierServers(context)),
  isDone: false,
})

/** Returns the next table, or the first of the next organisation; undefined after the last. */
const following = async ({ services }: JobContext, progress: Progress): Promise<Progress | undefined> => {
  const names = progress.organisationId === '' ? ofInstance : ofOrganisations
  const table = names[names.indexOf(progress.table) + 1]
  if (table) return { ...progress, table, after: '' }
  const others = { id: gt(progress.organisationId) }
  const [next] = await services.store.read((rows) => rows.organisations.find(everyone, others, { limit: 1 }))
  return next && { ...progress, organisationId: next.id, table: ofOrganisations[0]!, after: '' }
}

const hasEarlierServers = async ({ services }: JobContext): Promise<boolean> =>
  (await services.store.hasEarlierServers?.()) ?? false

const readProgress = async (store: JobContext['services']['store']): Promise<Progress | undefined> => {
  const fact = await store.read((rows) => rows.facts.get(everyone, factId))
  return fact && (JSON.parse(fact.value) as Progress)
}

/** Folds the names of one chunk of rows. Returns the last id; undefined at the end of the table. */
const foldChunk = async (
  { services, transact }: JobContext,
  { organisationId, table, after }: Progress,
): Promise<string | undefined> => {
  // Tables without organisations ignore this scope.
  const own = { organisationId }
  const found = await services.store.read((rows) =>
    writerOf(rows, table).find(own, { id: gt(after) }, { limit: rowsPerChunk }),
  )
  const textsOf = (row: NamedRow) =>
    Object.fromEntries(tables[table].folded.map((field) => [field, row[field] ?? null]))
  const named = found.filter((row) =>
    Object.values(textsOf(row)).some((text) => text !== null && searchForms(text).length > 1),
  )
  // Rows of the instance are written in a transaction each: several in one would be locked out of order.
  const groups = organisationId === '' ? named.map((row) => [row]) : named.length > 0 ? [named] : []
  for (const group of groups) {
    await transact(async ({ rows }) => {
      for (const row of group) {
        await rows.rest()
        // The store folds what is written. A name that changed since it was read was folded with that change.
        await writerOf(rows, table).update(own, row.id, textsOf(row), textsOf(row))
      }
    })
  }
  return found.length < rowsPerChunk ? undefined : found.at(-1)!.id
}

/** Returns the rows of a table, typed alike for all tables with folded columns. */
const writerOf = (rows: unknown, table: TableName) => (rows as Record<TableName, Writer<NamedRow>>)[table]
