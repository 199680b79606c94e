import type { components } from '../../api/types.gen.ts'
import { piecesPerReport } from './pieces.ts'

type Schemas = components['schemas']
export type Outcome = Schemas['RunReport']['pieces'][number]['outcome']

/**
 * What happens to pieces: `again` remakes them within their run. The others report them: `replaced` reprints
 * them in a later run, `givenUp` doesn't replace them, and `returned` means that the carrier returned them.
 */
export type Fate = 'again' | 'replaced' | 'givenUp' | 'returned'

/** Reasons why a piece wasn't sent. */
export const spoiledOutcomes = ['DAMAGED', 'MISPRINTED', 'NOT_HANDED_OVER'] as const

/** Returns the options in a run's state. A remake of pieces with the carrier would post them twice. */
export const fatesOf = (status: Schemas['RunStatus']): readonly Fate[] => {
  if (status === 'HANDED_TO_PRINTER') return ['again', 'replaced', 'givenUp']
  if (status === 'HANDED_TO_CARRIER') return ['replaced', 'givenUp', 'returned']
  return status === 'COMPLETED' ? ['returned'] : []
}

/** Returns the requests of a report, each with at most `piecesPerReport` pieces. */
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
