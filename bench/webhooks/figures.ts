import { type Figure, median, ratiosOf } from '../support/measured.ts'
import { oldBuild } from './sides/lettershop.ts'
import { inGroups } from './sides/others.ts'
import type { Side } from './sides/side.ts'

type Column = (values: number[]) => string
export const fixed = (digits: number) => (values: number[]) => median(values).toFixed(digits)

/** True for sides with grouped writes. */
export const isGrouped = (side: string) => side.endsWith(inGroups)
export const isOld = (side: string) => side === oldBuild
export const isOther = (side: string) => !isGrouped(side) && !isOld(side)

/** Figures of each side from every round; the first side is Lettershop. */
export class Figures {
  readonly #values = new Map<string, number[][]>()

  add(side: Side, ...figures: number[]): void {
    const rows = this.#values.get(side.name)
    if (rows) rows.push(figures)
    else this.#values.set(side.name, [figures])
  }

  print(title: string, columns: Record<string, Column>): void {
    console.log(`\n${title}`)
    const names = Object.keys(columns)
    console.log(`  ${''.padEnd(30)}${names.map((name) => name.padStart(22)).join('')}`)
    for (const [side, rows] of this.#values) {
      const cells = names.map((name, index) => columns[name]!(rows.map((row) => row[index]!)).padStart(22))
      console.log(`  ${side.padEnd(30)}${cells.join('')}`)
    }
  }

  /**
   * Returns Lettershop's figure of each round with that of the best peer that matches `such`; without
   * `comparedWith` if none does.
   */
  comparedTo(
    index: number,
    best: (...values: number[]) => number,
    name: string,
    such: (side: string) => boolean = isOther,
  ): Pick<Figure, 'values' | 'comparedWith'> {
    const [[, own] = ['', []], ...rest] = [...this.#values]
    const values = own.map((row) => row[index]!)
    const others = rest.filter(([side]) => such(side)).map(([, rows]) => rows)
    if (others.length === 0) return { values }
    const bestOf = (round: number) => best(...others.map((rows) => rows[round]![index]!))
    return { values, comparedWith: { name, values: values.map((_, round) => bestOf(round)) } }
  }
}

/** Formats the median of the ratios, and all of them. */
export const ratioText = (figure: Pick<Figure, 'values' | 'comparedWith'>): string => {
  const each = ratiosOf(figure)
  if (each.length === 0) return 'not known'
  return `${median(each).toFixed(2)} (${each.map((ratio) => ratio.toFixed(2)).join(', ')})`
}
