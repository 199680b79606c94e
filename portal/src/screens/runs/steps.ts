import type { components } from '../../api/types.gen.ts'

type Schemas = components['schemas']
type Specification = Schemas['ProductSpecification']
type Run = Schemas['Run']

/** Steps of a run in display order. */
export const runSteps = [
  'OPEN',
  'CUTOFF_REACHED',
  'RENDERED',
  'HANDED_TO_PRINTER',
  'HANDED_TO_CARRIER',
  'COMPLETED',
] as const
export type RunStep = (typeof runSteps)[number]

export interface ShownStep {
  step: RunStep
  state: 'done' | 'current' | 'ahead' | 'failed'
  /** Time when it was reached. */
  at: string | null
  /** Expected time, if known and not reached. */
  plannedAt: string | null
}

const dayMs = 86_400_000

const reachedAt = (run: Run): Record<RunStep, string | null> => ({
  OPEN: run.createdAt,
  CUTOFF_REACHED: run.cutoffReachedAt,
  RENDERED: run.renderedAt,
  HANDED_TO_PRINTER: run.handedToPrinterAt,
  HANDED_TO_CARRIER: run.handedToCarrierAt,
  COMPLETED: run.completedAt,
})

/** Returns the index of the step that the run is at or moving to; if it stopped, of the first not reached. */
const stepOf = (run: Run): number => {
  const { status } = run
  if (status === 'RENDERING') return runSteps.indexOf('RENDERED')
  if (status === 'HANDING_OVER') return runSteps.indexOf('HANDED_TO_PRINTER')
  if (status !== 'FAILED' && status !== 'CANCELLED') return runSteps.indexOf(status)
  const reached = reachedAt(run)
  return runSteps.findIndex((step) => reached[step] === null)
}

/** Adds working days as the server does: without weekends and holidays of the schedule. */
const after = (from: string, days: number, { timeZone, holidays }: Specification['cutoff']): string => {
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone })
  const day = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone })
  let ms = Date.parse(from)
  for (let left = days; left > 0; ) {
    ms += dayMs
    if (!['Sat', 'Sun'].includes(weekday.format(ms)) && !holidays.includes(day.format(ms))) left--
  }
  return new Date(ms).toISOString()
}

/** Estimates when later steps are reached, by production and delivery days. */
const planOf = (run: Run, { productionDays, deliveryDays, cutoff }: Specification) => {
  const carrier =
    run.handedToCarrierAt ?? after(run.handedToPrinterAt ?? run.cutoffAt, productionDays, cutoff)
  return {
    CUTOFF_REACHED: run.cutoffAt,
    HANDED_TO_CARRIER: carrier,
    COMPLETED: after(carrier, deliveryDays, cutoff),
  } as Partial<Record<RunStep, string>>
}

/** Returns the steps with actual and expected times. */
export const stepsOf = (run: Run, specification: Specification | undefined): ShownStep[] => {
  const current = stepOf(run)
  const reached = reachedAt(run)
  const hasStopped = run.status === 'FAILED' || run.status === 'CANCELLED'
  const plan = specification && !hasStopped ? planOf(run, specification) : {}
  return runSteps.map((step, index): ShownStep => {
    const at = reached[step]
    const plannedAt = at === null ? (plan[step] ?? null) : null
    if (index < current || run.status === 'COMPLETED') return { step, state: 'done', at, plannedAt: null }
    if (index > current) return { step, state: 'ahead', at: null, plannedAt }
    return { step, state: hasStopped ? 'failed' : 'current', at, plannedAt }
  })
}

/** Returns the time of a test run's next automatic step; undefined if it is immediate, unknown or absent. */
export const nextMove = (run: Run, specification: Specification | undefined): string | undefined => {
  if (run.status === 'OPEN') return run.cutoffAt
  if (!specification) return undefined
  if (run.status === 'HANDED_TO_PRINTER') return planOf(run, specification).HANDED_TO_CARRIER
  return run.status === 'HANDED_TO_CARRIER' ? planOf(run, specification).COMPLETED : undefined
}
