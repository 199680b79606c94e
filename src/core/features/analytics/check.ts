import type { ModeScope } from '../../engine/caller.ts'
import type { JobContext } from '../../engine/jobs/job.ts'
import { walk } from '../../engine/list/page.ts'
import type { Services } from '../../engine/services.ts'
import { transact } from '../../engine/transact.ts'
import type { Mode } from '../../kernel/mode.ts'
import { chunksById, oneOf } from '../../kernel/query.ts'
import { dayIn } from '../../kernel/time.ts'
import type { AnalyticsDayRow } from '../../model/analytics.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import {
  type AnalyticsCounter,
  analyticsCounters,
  type Deltas,
  isDeletingTestData,
  Rollups,
} from '../counters/rollups.ts'
import { changesWithoutEvent, countItem, isRebuilding, moveCreatedDays } from './rebuild.ts'

/** A day whose stored counts differ from the items' histories and scans. */
export interface RollupDifference {
  grain: AnalyticsDayRow['grain']
  subjectId: string
  day: string
  /** The amounts to add to the stored counters. */
  deltas: Deltas
}

export interface RollupCheck {
  organisationId: string
  mode: Mode
  /** `busy`: the data kept changing, so that no count could be compared. */
  outcome: 'equal' | 'different' | 'corrected' | 'busy'
  itemCount: number
  dayCount: number
  differences: RollupDifference[]
}

/** Number of counts after which `busy` is reported, if the data keeps changing. */
const attempts = 3
const daysPerChunk = 200

/**
 * Compares the rollups with a recount of items, read in pages outside any transaction. Every change comes
 * with an event or is recorded as a change without one, so a count is valid if neither happened during it.
 */
export const checkRollups = async (
  services: Services,
  scope: ModeScope,
  { correct }: { correct: boolean },
): Promise<RollupCheck> => {
  let found: Omit<RollupCheck, 'outcome'> = { ...scope, itemCount: 0, dayCount: 0, differences: [] }
  for (let attempt = 0; attempt < attempts; attempt++) {
    const before = await services.store.read((rows) => stateOf(rows, scope))
    if (!before) break
    found = { ...scope, ...(await compare(services, scope, before.organisation)) }
    const after = await services.store.read((rows) => stateOf(rows, scope))
    if (after?.sequence !== before.sequence) continue
    if (found.differences.length === 0) return { ...found, outcome: 'equal' }
    if (!correct) return { ...found, outcome: 'different' }
    if (await correctAll(services, scope, found.differences, before.sequence))
      return { ...found, outcome: 'corrected' }
  }
  return { ...found, outcome: 'busy' }
}

/**
 * Returns the number of the last event plus that of changes without one. Undefined while days are moved or test
 * data is deleted.
 */
const stateOf = async (
  rows: Rows,
  { organisationId, mode }: ModeScope,
): Promise<{ sequence: number; organisation: OrganisationRow } | undefined> => {
  const organisation = await rows.organisations.get(everyone, organisationId)
  if (!organisation || (await isRebuilding(rows, organisationId, mode))) return undefined
  if (mode === 'test' && (await isDeletingTestData(rows, organisationId))) return undefined
  const counter = await rows.counters.get(everyone, sequenceId({ organisationId }))
  const others = await rows.counters.get(everyone, changesWithoutEvent(organisationId))
  return { sequence: (counter?.value ?? 0) + (others?.value ?? 0), organisation }
}

const sequenceId = ({ organisationId }: Pick<ModeScope, 'organisationId'>): string =>
  `events|${organisationId}`

const compare = async (
  services: Services,
  scope: ModeScope,
  { timeZone }: OrganisationRow,
): Promise<Pick<RollupCheck, 'itemCount' | 'dayCount' | 'differences'>> => {
  const rollups = new Rollups()
  const oldest = { field: 'createdAt', descending: false } as const
  let itemCount = 0
  for await (const item of walk(services, 'items', scope, { where: {}, sort: oldest })) {
    itemCount += 1
    const scans: number[] = []
    if (item.scanCount > 0) {
      const where = { itemId: item.id }
      for await (const scan of walk(services, 'scans', scope, { where, sort: oldest }))
        scans.push(scan.createdAt)
    }
    countItem(rollups, item, scans, (ms) => dayIn(timeZone, ms))
  }
  const counted = rollups.toRows()
  const differences: RollupDifference[] = []
  let dayCount = 0
  for await (const stored of storedDays(services, scope)) {
    dayCount += 1
    note(differences, counted.get(stored.id) ?? stored, counted.has(stored.id), stored)
    counted.delete(stored.id)
  }
  for (const missing of counted.values()) note(differences, missing, true, undefined)
  return { itemCount, dayCount, differences }
}

async function* storedDays(services: Services, scope: ModeScope): AsyncGenerator<AnalyticsDayRow> {
  const chunks = chunksById(daysPerChunk, (id, limit) =>
    services.store.read((rows) => rows.analyticsDays.find(scope, { id }, { limit })),
  )
  for await (const days of chunks) yield* days
}

const note = (
  differences: RollupDifference[],
  day: AnalyticsDayRow,
  isCounted: boolean,
  stored: AnalyticsDayRow | undefined,
): void => {
  const deltas: Deltas = {}
  for (const counter of analyticsCounters) {
    const delta = (isCounted ? day[counter] : 0) - (stored?.[counter] ?? 0)
    if (delta !== 0) deltas[counter] = delta
  }
  if (Object.keys(deltas).length === 0) return
  differences.push({ grain: day.grain, subjectId: day.subjectId, day: day.day, deltas })
}

/** Corrects some days per transaction. False if the data changed, so that the rest must be counted again. */
const correctAll = async (
  services: Services,
  scope: ModeScope,
  differences: readonly RollupDifference[],
  sequence: number,
): Promise<boolean> => {
  for (let start = 0; start < differences.length; start += daysPerChunk) {
    const corrected = await transact(services, async ({ rows }) => {
      if ((await stateOf(rows, scope))?.sequence !== sequence) return false
      // Adding nothing locks the row, so that no concurrent transaction counts in between.
      await rows.counters.addIf(everyone, sequenceId(scope), { value: 0 }, {})
      if ((await stateOf(rows, scope))?.sequence !== sequence) return false
      const rollups = new Rollups()
      for (const { grain, subjectId, day, deltas } of differences.slice(start, start + daysPerChunk)) {
        rollups.add(scope, grain, subjectId, day, deltas as Partial<Record<AnalyticsCounter, number>>)
      }
      await rollups.flush(rows)
      return true
    })
    if (!corrected) return false
  }
  return true
}

const chunkSize = 100

/**
 * Corrects counts of the old time zone: first those on the `createdDay` of each item, then all rollups. Returns
 * false if the data kept changing, so that the rollups must be compared later.
 */
export const verifyRebuild = async (context: JobContext, scope: ModeScope): Promise<boolean> => {
  const { services, extend } = context
  const organisation = await services.store.read((rows) =>
    rows.organisations.get(everyone, scope.organisationId),
  )
  if (!organisation) return true
  let wrong: string[] = []
  const sort = { field: 'createdAt', descending: false } as const
  for await (const item of walk(services, 'items', scope, { where: {}, sort })) {
    if (item.createdDay !== dayIn(organisation.timeZone, item.createdAt)) wrong.push(item.id)
    if (wrong.length < chunkSize) continue
    await correctDays(context, scope, wrong)
    wrong = []
    await extend()
  }
  await correctDays(context, scope, wrong)
  const { outcome } = await checkRollups(services, scope, { correct: true })
  return outcome !== 'busy'
}

const correctDays = async (
  { transact }: JobContext,
  scope: ModeScope,
  ids: readonly string[],
): Promise<void> => {
  if (ids.length === 0) return
  await transact(async (transaction) => {
    const { rows } = transaction
    const { organisationId, mode } = scope
    const organisation = await rows.organisations.get(everyone, organisationId)
    // The zone has changed again: the rebuild for that change counts these too.
    if (!organisation || (await isRebuilding(rows, organisationId, mode))) return
    await moveCreatedDays(transaction, organisation, await rows.items.find(scope, { id: oneOf(ids) }))
  })
}
