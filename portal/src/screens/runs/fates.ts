import type { components } from '../../api/types.gen.ts'
import { piecesPerReport } from './pieces.ts'

type Schemas = components['schemas']
export type Outcome = Schemas['RunReport']['pieces'][number]['outcome']

/**
 * What happens to spoiled pieces: `again` remakes them within their run; the others are reports: reprinted in
 * a later run, not replaced, or returned.
 */
export type Fate = 'again' | 'replaced' | 'givenUp' | 'returned'

/** Reasons for unsent pieces. */
export const spoiledOutcomes = ['DAMAGED', 'MISPRINTED', 'NOT_HANDED_OVER'] as const

/** Returns the options for a run's pieces: later ones may be with the carrier and would be posted twice. */
export const fatesOf = (status: Schemas['RunStatus']): readonly Fate[] => {
  if (status === 'HANDED_TO_PRINTER') return ['again', 'replaced', 'givenUp']
  if (status === 'HANDED_TO_CARRIER') return ['replaced', 'givenUp', 'returned']
  return status === 'COMPLETED' ? ['returned'] : []
}

/** Splits a report into requests. */
export const reportsOf = (
  places: readonly number[],
  { fate, outcome, remark }: { fate: Fate; outcome: Outcome; remark: string },
): Schemas['RunReport'][] => {
  const details = {
    outcome: fate === 'returned' ? 'RETURNED' : outcome,
    ...(remark === '' ? {} : { reason: remark }),
  } as const
  const bodies: Schemas['RunReport'][] = []
  for (let from = 0; from < places.length; from += piecesPerReport) {
    const chunk = places.slice(from, from + piecesPerReport)
    bodies.push({ pieces: chunk.map((sequence) => ({ sequence, ...details })), reprint: fate === 'replaced' })
  }
  return bodies
}
