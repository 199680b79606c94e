import type { components } from '../../api/types.gen.ts'
import { piecesPerReport } from './pieces.ts'

type Schemas = components['schemas']
export type Outcome = Schemas['RunReport']['pieces'][number]['outcome']

/**
 * What shall happen to pieces. The same ones are printed again within their run (a remake); all others are
 * reports: new ones go with a later run, nothing takes their place, or they are noted as returned.
 */
export type Fate = 'again' | 'replaced' | 'givenUp' | 'returned'

/** What may be wrong with pieces that are not sent. */
export const spoiledOutcomes = ['DAMAGED', 'MISPRINTED', 'NOT_HANDED_OVER'] as const

/** What can be chosen for pieces of a run: later ones may be with the carrier, and would be posted twice. */
export const fatesOf = (status: Schemas['RunStatus']): readonly Fate[] => {
  if (status === 'HANDED_TO_PRINTER') return ['again', 'replaced', 'givenUp']
  if (status === 'HANDED_TO_CARRIER') return ['replaced', 'givenUp', 'returned']
  return status === 'COMPLETED' ? ['returned'] : []
}

/** The reports of some pieces, so many at a time as one request takes. */
export const reportsOf = (
  places: readonly number[],
  { fate, outcome, remark }: { fate: Fate; outcome: Outcome; remark: string },
): Schemas['RunReport'][] => {
  const said = {
    outcome: fate === 'returned' ? 'RETURNED' : outcome,
    ...(remark === '' ? {} : { reason: remark }),
  } as const
  const bodies: Schemas['RunReport'][] = []
  for (let from = 0; from < places.length; from += piecesPerReport) {
    const chunk = places.slice(from, from + piecesPerReport)
    bodies.push({ pieces: chunk.map((sequence) => ({ sequence, ...said })), reprint: fate === 'replaced' })
  }
  return bodies
}
