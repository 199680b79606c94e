import { setFact } from '../../../engine/facts.ts'
import { defineJob, type JobContext } from '../../../engine/jobs/job.ts'
import { gt, searchForms } from '../../../kernel/query.ts'
import { dayMs, minuteMs } from '../../../kernel/time.ts'
import { type TableName, tables } from '../../../model/index.ts'
import { everyone, type Writer } from '../../../ports/store.ts'

const factId = 'name-folding'
/** Few, because drafts of templates are large. */
const rowsPerChunk = 25
const chunksPerNote = 40
const names = (Object.keys(tables) as TableName[]).filter((name) => tables[name].folded.length > 0).sort()

/** How far the job has come; it continues there after a crash or another job. */
interface Progress {
  table: TableName
  /** The last row that was read; empty at the beginning of a table. */
  after: string
  /** No earlier server was running when this pass began, so the names need no further pass. */
  isLast: boolean
  isDone: boolean
}

type NamedRow = { id: string; organisationId?: string } & Record<string, string | null>

/**
 * Folds again the names that servers of 0.2.0 stored, which a search without accents does not find (decision 347).
 * Passes are repeated while such servers run, because they store more; the first one after them is the last.
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
      const next = last === undefined ? names[names.indexOf(progress.table) + 1] : progress.table
      if (next === undefined) break
      progress = { ...progress, table: next, after: last ?? '' }
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
  table: names[0]!,
  after: '',
  isLast: !(await hasEarlierServers(context)),
  isDone: false,
})

const hasEarlierServers = async ({ services }: JobContext): Promise<boolean> =>
  (await services.store.hasEarlierServers?.()) ?? false

const readProgress = async (store: JobContext['services']['store']): Promise<Progress | undefined> => {
  const fact = await store.read((rows) => rows.facts.get(everyone, factId))
  return fact && (JSON.parse(fact.value) as Progress)
}

/** Folds the names of the next rows of a table, and returns the id of the last; undefined at the table's end. */
const foldChunk = async ({ services, transact }: JobContext, { table, after }: Progress) => {
  const { folded } = tables[table]
  const found = await services.store.read((rows) =>
    writerOf(rows, table).find(everyone, { id: gt(after) }, { limit: rowsPerChunk }),
  )
  const textsOf = (row: NamedRow) => Object.fromEntries(folded.map((field) => [field, row[field] ?? null]))
  const named = found.filter((row) =>
    Object.values(textsOf(row)).some((text) => text !== null && searchForms(text).length > 1),
  )
  // Rows without an organisation each by itself: several in one transaction would be locked out of order.
  for (const [owner, own] of Map.groupBy(named, ({ organisationId, id }) => organisationId ?? id)) {
    const scope = tables[table].scope === 'none' ? everyone : { organisationId: owner }
    await transact(async ({ rows }) => {
      for (const row of own) {
        await rows.rest()
        // The store folds what is written. A name that has changed since it was read was folded with that change.
        await writerOf(rows, table).update(scope, row.id, textsOf(row), textsOf(row))
      }
    })
  }
  return found.length < rowsPerChunk ? undefined : found.at(-1)!.id
}

/** The type of one table stands for those of all that have folded columns. */
const writerOf = (rows: unknown, table: TableName) => (rows as Record<TableName, Writer<NamedRow>>)[table]
