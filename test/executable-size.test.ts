import { expect, test } from 'vitest'
import { sizeReport } from '../scripts/executable-size.ts'

const mib = 1024 * 1024

test('an executable’s size is reported by its parts, with the ten largest of its files', () => {
  const fonts = Array.from({ length: 12 }, (_, n) => [`fonts/${n}.ttf`, (n + 1) * mib] as const)
  const inputs = Object.fromEntries(
    ['bin/main.ts', 'package.json', 'node_modules/a.mjs', 'NOTICES', ...fonts.map(([path]) => path)].map(
      (path) => [path, {}],
    ),
  )
  const sizes = new Map([['NOTICES', mib / 2], ...fonts])
  const outputs = { './main.js': { bytes: 2 * mib }, './2.ttf': { bytes: 3 * mib } }
  const report = sizeReport(200 * mib, 100 * mib, { inputs, outputs }, (path) => sizes.get(path)!)
  expect(report.map((line) => line.trim().replace(/ +/g, ' '))).toEqual([
    '100.00 MiB runtime (Bun)',
    '2.00 MiB code',
    '19.50 MiB bytecode and source maps of the code',
    '78.50 MiB assets: 13 files',
    ...Array.from({ length: 10 }, (_, n) => `${12 - n}.00 MiB ${11 - n}.ttf`),
    '3.50 MiB 3 more',
  ])
})
