import { nameOf, type PdfValue } from '../import/objects.ts'
import { firstPaint, type Paint, paintOf, type Space } from './colour.ts'
import type { State } from './state.ts'

/** What operators of colours name among a page's resources. */
export interface NamedColours {
  space(value: PdfValue | undefined): Space
  pattern(name: string): PdfValue
}

const device = { g: 'gray', G: 'gray', rg: 'rgb', RG: 'rgb', k: 'cmyk', K: 'cmyk' } as const

/** Does an operator that sets a colour; false for any other. */
export const setColour = (
  state: State,
  operator: string,
  operands: readonly PdfValue[],
  numbers: readonly number[],
  named: NamedColours,
): boolean => {
  const isFill = operator === operator.toLowerCase()
  const set = (space: Space, paint: Paint, pattern?: PdfValue) =>
    Object.assign(
      state,
      isFill
        ? { fillSpace: space, fill: paint, fillPattern: pattern }
        : { strokeSpace: space, stroke: paint, strokePattern: pattern },
    )
  const kind = Object.hasOwn(device, operator) ? device[operator as keyof typeof device] : undefined
  if (kind) {
    set({ kind }, paintOf({ kind }, numbers))
    return true
  }
  switch (operator) {
    case 'cs':
    case 'CS': {
      const space = named.space(operands[0])
      set(space, firstPaint(space))
      return true
    }
    case 'sc':
    case 'scn':
    case 'SC':
    case 'SCN': {
      const space = isFill ? state.fillSpace : state.strokeSpace
      const name = nameOf(operands.at(-1))
      // What a pattern paints is not looked into but for its texts.
      if (name === undefined) set(space, paintOf(space, numbers))
      else set(space, undefined, named.pattern(name))
      return true
    }
    default:
      return false
  }
}
