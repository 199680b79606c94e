import { expect, test } from 'vitest'
import { guessedColour } from '../../portal/src/editor/paint/guessed-colour.ts'
import { swatchesOf } from '../../src/adapters/pdf/preview/preview.ts'
import type { TemplateDocument } from '../../src/core/template/document.ts'

type Cmyk = readonly [number, number, number, number]

/** Differences between the estimated colours and those of the press, in steps of 255. */
const differences = async (inks: readonly Cmyk[]): Promise<number[]> => {
  const colors = Object.fromEntries(inks.map((cmyk, index) => [`c${index}`, { cmyk }]))
  const drawn = await swatchesOf({ colors } as unknown as TemplateDocument)
  return inks.map((cmyk, index) => {
    const guess = guessedColour(cmyk).match(/\d+/g)!.map(Number)
    const shown = drawn[`c${index}`]!.slice(1).match(/../g)!
    return Math.max(...shown.map((hex, channel) => Math.abs(Number.parseInt(hex, 16) - guess[channel]!)))
  })
}
const mixed = (levels: readonly number[], black = levels): Cmyk[] =>
  levels.flatMap((c) => levels.flatMap((m) => levels.flatMap((y) => black.map((k): Cmyk => [c, m, y, k]))))

test('a colour in the table is estimated exactly as the press draws it', async () => {
  expect(Math.max(...(await differences(mixed([0, 50, 100], [0, 75, 100]))))).toBe(0)
})

test('a colour between the entries of the table is estimated nearly right', async () => {
  const off = await differences(mixed([10, 40, 70, 95]))
  expect(off.reduce((sum, one) => sum + one, 0) / off.length).toBeLessThan(8)
  expect(Math.max(...off)).toBeLessThan(65)
})
