import { addressKey, recipientName } from '../../../address/index.ts'
import { setFact } from '../../../engine/facts.ts'
import { defineJob, type JobContext } from '../../../engine/jobs/job.ts'
import { gt, isNotNull } from '../../../kernel/query.ts'
import { dayMs, minuteMs } from '../../../kernel/time.ts'
import type { ItemRow } from '../../../model/items.ts'
import type { RenderRow } from '../../../model/renders.ts'
import { type SuppressionRow, wishSources } from '../../../model/suppressions.ts'
import { everyone, type Rows, type WritableRows } from '../../../ports/store.ts'
import { entryKeys } from '../../suppressions/match.ts'
import { duplicateKeysOf, withCurrentKey } from '../save.ts'

/** Rows updated per transaction. */
const rowsPerChunk = 100

interface OfOrganisation {
  organisationId: string
}

/** Adds keys of version 2 to rows without them. Idempotent: updated rows are not found again. */
interface Renewal {
  renew(rows: WritableRows, of: OfOrganisation): Promise<number>
  isNeeded(rows: Rows, of: OfOrganisation): Promise<boolean>
}

const renewal = <Row extends { id: string }>(
  find: (rows: Rows, of: OfOrganisation, limit: number) => Promise<Row[]>,
  save: (rows: WritableRows, of: OfOrganisation, row: Row) => Promise<unknown>,
): Renewal => ({
  isNeeded: async (rows, of) => (await find(rows, of, 1)).length > 0,
  async renew(rows, of) {
    const found = await find(rows, of, rowsPerChunk)
    for (const row of found) {
      await rows.rest()
      await save(rows, of, row)
    }
    return found.length
  },
})

/**
 * Whether a test-mode entry may be meant for live mail: before 0.3.0, a member's entry got the mode that the
 * portal showed. Later versions store an address key of version 2.
 */
const mayBeWish = ({
  mode,
  source,
  addressKeyV2,
}: Pick<SuppressionRow, 'mode' | 'source' | 'addressKeyV2'>): boolean =>
  mode === 'test' && addressKeyV2 === null && wishSources.some((one) => one === source)

/** Each mode is separate, because the indexes of the keys start with the mode. */
const renewals: readonly Renewal[] = (['live', 'test'] as const).flatMap((mode) => [
  renewal<SuppressionRow>(
    (rows, of, limit) => rows.suppressions.find(of, { mode, matchKeyV2: null }, { limit }),
    (rows, of, { id, ...entry }) => {
      const { recipient, nameKey, updatedAt } = entry
      const name = nameKey === null ? null : recipientName(recipient)
      const { addressKeyV2, matchKeyV2 } = entryKeys(recipient, name, entry)
      const keys = { addressKeyV2, matchKeyV2, keyedAt: updatedAt }
      return rows.suppressions.update(of, id, { ...keys, ...(mayBeWish(entry) ? { isUndecided: true } : {}) })
    },
  ),
  renewal<ItemRow>(
    (rows, of, limit) => rows.items.find(of, { mode, addressKeyV2: null }, { limit }),
    (rows, of, item) => {
      const { addressKeyV2 } = withCurrentKey(item)
      const { duplicateKeyV2 } = duplicateKeysOf({ ...item, addressKeyV2 })
      return rows.items.update(of, item.id, { addressKeyV2, duplicateKeyV2, keyedAt: item.updatedAt })
    },
  ),
  renewal<RenderRow>(
    // Renders of examples have no address.
    (rows, of, limit) =>
      rows.renders.find(of, { mode, addressKeyV2: null, addressKey: isNotNull }, { limit }),
    (rows, of, { id, recipient }) =>
      rows.renders.update(of, id, { addressKeyV2: addressKey(recipient ?? { country: '' }) }),
  ),
])

export interface Renewed {
  count: number
  /** Set if other jobs wait: the job continues after them. */
  later?: { resumeAt: number }
}

/** Adds keys of version 2 to an organisation's rows that lack them, in small transactions. */
const renewKeys = async (
  { services, transact, extend, giveWay }: JobContext,
  of: OfOrganisation,
): Promise<Renewed> => {
  let count = 0
  for (const { isNeeded, renew } of renewals) {
    // Lock nothing if there is nothing to do.
    if (!(await services.store.read((rows) => isNeeded(rows, of)))) continue
    for (let found = rowsPerChunk; found === rowsPerChunk; ) {
      found = await transact(({ rows }) => renew(rows, of))
      count += found
      await extend()
      const later = giveWay()
      if (later) return { count, later }
    }
  }
  return { count }
}

const organisationsPerChunk = 100

/** Stored progress, from which the job continues after a crash or a pause. */
interface Progress {
  /** Id of the last organisation whose rows all have keys. */
  after: string
  /** Rows updated since the first organisation. */
  renewed: number
}

const factId = 'key-renewal'
const begin: Progress = { after: '', renewed: 0 }

/**
 * Adds keys of version 2 to rows written by servers of 0.2.0, one organisation after another
 * (docs/design/addresses.md). Such servers keep writing rows while they run, so the job runs again soon
 * after it found any.
 */
export const renewKeysOfAll = defineJob({
  kind: 'items.renewKeys',
  async recur({ services }) {
    const { renewed } = await readProgress(services.store)
    await services.store.write((rows) => setFact(rows, factId, JSON.stringify(begin)))
    return services.clock.now() + (renewed > 0 ? 10 * minuteMs : dayMs)
  },
  async handler(context) {
    const { services, transact } = context
    let progress = await readProgress(services.store)
    for (;;) {
      const { after } = progress
      const organisations = await services.store.read((rows) =>
        rows.organisations.find(everyone, { id: gt(after) }, { limit: organisationsPerChunk }),
      )
      for (const { id } of organisations) {
        const { count, later } = await renewKeys(context, { organisationId: id })
        const renewed = progress.renewed + count
        progress = { after: later ? progress.after : id, renewed }
        if (count > 0 || later) await transact(({ rows }) => setFact(rows, factId, JSON.stringify(progress)))
        if (later) return later
      }
      if (organisations.length < organisationsPerChunk) return undefined
      await transact(({ rows }) => setFact(rows, factId, JSON.stringify(progress)))
    }
  },
})

const readProgress = async (store: JobContext['services']['store']): Promise<Progress> => {
  const fact = await store.read((rows) => rows.facts.get(everyone, factId))
  return fact ? (JSON.parse(fact.value) as Progress) : begin
}
