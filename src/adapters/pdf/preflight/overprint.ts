import type { PdfObjects } from '../flatten/objects.ts'
import type { PdfDict } from '../import/objects.ts'
import type { Paint, Space } from './colour.ts'

/** Whether what is painted leaves other inks below it; `keepsOthers`: also those that its colour has none of. */
export interface Overprints {
  fill: boolean
  stroke: boolean
  keepsOthers: boolean
}

export const noOverprints: Overprints = { fill: false, stroke: false, keepsOthers: false }

/** As a graphics state sets them. */
export const overprintsOf = (document: PdfObjects, state: PdfDict, before: Overprints): Overprints => {
  const flag = (key: string) => {
    const value = document.resolve(state.get(key))
    return value === null ? undefined : value === true || value === 1
  }
  return {
    stroke: flag('OP') ?? before.stroke,
    fill: flag('op') ?? flag('OP') ?? before.fill,
    keepsOthers: flag('OPM') ?? before.keepsOthers,
  }
}

/** Whether a colour is white and overprints, so that everything below it stays as it is. */
export const vanishes = (paint: Paint, { kind }: Space, isOn: boolean, keepsOthers: boolean): boolean =>
  isOn && (kind === 'spot' || (kind === 'cmyk' && keepsOthers)) && isWhite(paint)

export const isWhite = (paint: Paint): boolean =>
  typeof paint === 'object' ? paint.inks.every((ink) => ink === 0) : paint === 'rgb white'
