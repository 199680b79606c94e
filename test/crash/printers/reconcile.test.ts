import { expect, test } from 'vitest'
import { Findings } from '../reconcile.ts'
import { newPrintersJournal } from './journal.ts'
import { brokenPackage } from './packages.ts'
import type { Remake, Run } from './people.ts'
import { checkPrinters, type FinalPrinters, type ReadPart } from './reconcile.ts'

const run = { status: 'HANDED_TO_PRINTER', uncertain: false, renderedAt: '', reason: null }
const partOf = (name: string, pdf: string, ...words: string[]): ReadPart => ({
  printer: 'sftp',
  package: name,
  attempt: '',
  part: pdf,
  pages: words.flatMap((word) => [[word], [word]]),
})

/** Returns a faultless final state: a run of two pieces, the second of which was remade. */
const sound = () => {
  const journal = newPrintersJournal()
  const items = ['K000001', 'K000002'].map((reference, n) => {
    journal.items.set(reference, { id: `itm_${n}`, country: 'FR' })
    return { id: `itm_${n}`, reference, status: 'IN_PRODUCTION', runId: 'run_1' }
  })
  journal.remakes.push({ runId: 'run_1', number: 1, sequences: [2], again: false, isPrinted: true })
  const pdf = { items: 2, pages: 4, sha256: '' }
  const runs: Run[] = [{ ...run, id: 'run_1', itemCount: 2, parts: [{ name: 'run_1_001.pdf', ...pdf }] }]
  const remakes: Remake[] = [{ ...run, runId: 'run_1', number: 1, sequences: [2], waitReason: null }]
  const parts = [
    partOf('run_1', 'run_1_001.pdf', 'K000001', 'K000002'),
    partOf('run_1_R1_ABC', 'run_1_remake_01.pdf', 'K000002'),
  ]
  return { items, runs, remakes, parts, journal, printerOf: { FR: 'sftp' } }
}

const found = (change: (final: ReturnType<typeof sound>) => void): string[] => {
  const final = sound()
  change(final)
  const findings = new Findings()
  checkPrinters(final as FinalPrinters, findings)
  return findings.found
}

test('a correct outcome has no findings', () => {
  expect(found(() => {})).toEqual([])
})

test.each<[string, (final: ReturnType<typeof sound>) => void, RegExp]>([
  ['a run that no printer has', ({ parts }) => void parts.shift(), /^LOST: run_1 /],
  ['a remake that no printer has', ({ parts }) => void parts.pop(), /^LOST: The remake 1 /],
  [
    'a run at two printers',
    ({ parts }) => void parts.push({ ...parts[0]!, printer: 'cups', attempt: 'b' }),
    /^TWICE: run_1 was printed by/,
  ],
  ['a part that came twice', ({ parts }) => void parts.push(parts[0]!), /^TWICE: run_1 has a part twice/],
  [
    'a remake that was printed under two names',
    ({ parts }) => void parts.push({ ...parts[1]!, package: 'run_1_R1_DEF' }),
    /^TWICE: The remake 1 /,
  ],
  [
    'a remake of another piece',
    ({ parts }) => void parts.splice(1, 1, partOf('run_1_R1_ABC', 'x.pdf', 'K000001')),
    /^The remake 1 of run_1 has K000001/,
  ],
  [
    'a sheet of two recipients',
    ({ parts }) => void parts.splice(0, 1, { ...parts[0]!, pages: [['K000001'], ['K000002']] }),
    /^Piece 1 of run_1_001.pdf/,
  ],
  [
    'a run at another printer',
    ({ printerOf }) => void Object.assign(printerOf, { FR: 'cups' }),
    /^K000001 to FR is at sftp/,
  ],
  [
    'a package of nothing',
    ({ parts }) => void parts.push(partOf('run_9', 'x.pdf', 'K000009')),
    /^run_9 is unknown/,
  ],
  [
    'an item that was never printed',
    ({ items }) => void Object.assign(items[0]!, { status: 'SCHEDULED' }),
    /never printed/,
  ],
  ['a missing answered item', ({ items }) => void items.pop(), /^LOST: K000002 was answered/],
  ['a missing answered remake', ({ remakes }) => void remakes.pop(), /^LOST: the remake run_1 1/],
  [
    'a piece that was remade twice on one request',
    ({ remakes, journal }) => {
      remakes.push({ ...remakes[0]!, number: 2 })
      journal.remakes.push({ ...journal.remakes[0]!, number: 2 })
    },
    /^TWICE: place run_1 2/,
  ],
])('%s is detected', (_what, change, sentence) => {
  expect(found(change)).toContainEqual(expect.stringMatching(sentence))
})

test('removed output does not count', () => {
  const threw = ({ parts, journal }: ReturnType<typeof sound>) => {
    parts.push({ ...parts[0]!, attempt: 'broken' })
    journal.thrownAway.add('run_1|broken')
  }
  expect(found(threw)).toEqual([])
})

test('an incomplete package is detected', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const sum = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
  const of = (...files: [string, string][]) =>
    brokenPackage('run_1', new Map(files.map(([name, text]) => [name, bytes(text)])))
  const sums: [string, string] = ['SHA256SUMS', `${sum}  a.pdf\n`]
  expect(of(['a.pdf', 'test'], sums)).toEqual([])
  expect(of(['a.pdf', 'test'])).toEqual(['run_1 lacks SHA256SUMS'])
  expect(of(['a.pdf', 'tes'], sums)).toEqual(['a.pdf of run_1 is not complete'])
  expect(of(sums)).toEqual(['run_1 lacks a.pdf'])
  expect(of(['a.pdf', 'test'], ['b.pdf', ''], sums)).toEqual(['run_1 has b.pdf, which is not listed'])
})
