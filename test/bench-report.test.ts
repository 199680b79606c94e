import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { benches } from '../bench/report/benches.ts'
import { performanceDocument } from '../bench/report/document.ts'
import { merge, type Row, type Run, readResults, resultsText, verdictOf } from '../bench/report/results.ts'

const root = join(import.meta.dirname, '..')

const close = 'bench/close.ts'
const store = 'bench/store.ts'
const figure = (what: string, values: number[], more: Partial<Row> = {}): Row => ({
  ...{ bench: close, what, unit: 'ms', values },
  ...more,
})

describe('an aim', () => {
  const comparedWithPeer = (...values: number[]) => ({ comparedWith: { name: 'the other', values } })

  test.each<[string, Row, 'met' | 'missed' | undefined]>([
    ['at most, exactly reached', figure('a', [50], { aim: { atMost: 50 } }), 'met'],
    ['at most, exceeded', figure('a', [50.1], { aim: { atMost: 50 } }), 'missed'],
    ['at least, exactly reached', figure('a', [40], { aim: { atLeast: 40 } }), 'met'],
    ['at least, not reached', figure('a', [39.9], { aim: { atLeast: 40 } }), 'missed'],
    ['of the median, exceeded in one round', figure('a', [9, 90, 10], { aim: { atMost: 50 } }), 'met'],
    ['of every round', figure('a', [9, 90, 10], { aim: { atMost: 50, of: 'max' } }), 'missed'],
    [
      'of the ratio, round by round',
      figure('a', [10, 40, 90], { ...comparedWithPeer(10, 20, 30), aim: { atLeast: 2, of: 'ratio' } }),
      'met',
    ],
    [
      'of the ratio, though the medians would meet it',
      figure('a', [10, 40, 20], { ...comparedWithPeer(10, 10, 30), aim: { atLeast: 2, of: 'ratio' } }),
      'missed',
    ],
    [
      'of a ratio recorded alone',
      figure('a', [], { ratios: [1.9], aim: { atLeast: 2, of: 'ratio' } }),
      'missed',
    ],
    [
      'of a ratio without its counterpart',
      figure('a', [10], { aim: { atLeast: 2, of: 'ratio' } }),
      undefined,
    ],
    ['that does not exist', figure('a', [10]), undefined],
  ])('%s', (_, row, verdict) => {
    expect(verdictOf(row)).toBe(verdict)
  })
})

const machine = {
  ...{ processor: 'A processor', cores: 2, memoryGb: 8.1, kernel: 'Linux 6.1', node: '24.1.0' },
  ...{ bun: '1.4.5', syncUs: 210, load: 0.1 },
}
const earlierRun: Run = { date: null, revision: null, machine: null }
const run: Run = { date: '2026-12-01', revision: 'abcd1234', against: '0123abcd', machine }

describe('earlier measurements', () => {
  const earlier = [
    { ...earlierRun, rows: [figure('old', [1]), figure('both', [2]), figure('c', [3], { bench: store })] },
  ]
  const whatOf = (results: ReturnType<typeof merge>) =>
    results.map(({ date, rows }) => [date, rows.map(({ what, values }) => `${what} ${values}`)])

  test('are replaced if the bench completed, and otherwise kept with their run', () => {
    const outcome = { bench: close, isComplete: true, rows: [figure('both', [20])] }
    expect(whatOf(merge(earlier, run, [outcome]))).toEqual([
      ['2026-12-01', ['both 20']],
      [null, ['c 3']],
    ])
  })

  test('are replaced row by row if the bench broke off', () => {
    const outcome = { bench: close, isComplete: false, rows: [figure('both', [20])] }
    expect(whatOf(merge(earlier, run, [outcome]))).toEqual([
      ['2026-12-01', ['both 20']],
      [null, ['old 1', 'c 3']],
    ])
  })

  test('are removed with their run when none is left', () => {
    const rows = [figure('c', [30], { bench: store })]
    const results = merge(earlier, run, [
      { bench: close, isComplete: true, rows: [figure('both', [20])] },
      { bench: store, isComplete: true, rows },
    ])
    expect(whatOf(results)).toEqual([['2026-12-01', ['both 20', 'c 30']]])
  })

  test('are read back as written', () => {
    expect(readResults(resultsText(earlier))).toEqual(earlier)
  })
})

describe('the report', () => {
  const results = merge([{ ...earlierRun, rows: [figure('c', [3], { bench: store })] }], run, [
    {
      ...{ bench: close, isComplete: true },
      rows: [
        figure('pages', [0.5, 0.75, 0.6], {
          ...{ size: '10000 pieces', comparedWith: { name: 'cards', values: [1, 1, 1] } },
          aim: { atMost: 1.3, of: 'ratio' },
        }),
        figure('memory', [1234.5], { unit: 'MB', aim: { atMost: 200 } }),
      ],
    },
  ])
  const lines = performanceDocument(results).split('\n')

  test.each([
    [
      'an aim that is met, with the spread of the rounds and the ratio',
      '| pages (10,000 pieces) | ratio at most 1.3 | 0.5 | 0.6 | 0.75 | ms | 0.60 (0.50 to 0.75) of cards | met | B, 2026-12-01 |',
    ],
    [
      'one that is missed',
      '| memory | at most 200 MB | 1,235 | 1,235 | 1,235 | MB | – | **missed** | B, 2026-12-01 |',
    ],
    ['it again at the top', '| bench/close.ts | memory | at most 200 MB | 1,235 MB |'],
    ['how many are met and missed', '1 aims are met, 1 are missed.'],
    [
      'a value without an aim, with the run that measured it',
      '| c | – | 3 | 3 | 3 | ms | – | – | A, measured earlier |',
    ],
    [
      'the run with its machine',
      '| B | 2026-12-01 | `abcd1234` | `0123abcd` | A processor, 2 cores, 8.1 GB; Linux 6.1, Node 24.1.0, Bun 1.4.5; load 0.1 before | 210 µs |',
    ],
    ['an earlier run with few details', '| A | measured earlier | not recorded | – | not recorded | – |'],
  ])('contains %s', (_, line) => {
    expect(lines).toContain(line)
  })

  test('in the repository matches its figures', () => {
    const kept = readResults(readFileSync(join(root, 'docs/performance.json'), 'utf8'))
    expect(readFileSync(join(root, 'docs/performance.md'), 'utf8')).toBe(performanceDocument(kept))
    const named = benches.map(({ name }) => name)
    const rows = kept.flatMap((one) => one.rows)
    expect(rows.filter(({ bench }) => !named.includes(bench))).toEqual([])
  })

  test('includes every bench', () => {
    const measuring = readdirSync(join(root, 'bench'))
      .filter((name) => name.endsWith('.ts') && name !== 'run.ts')
      .map((name) => `bench/${name}`)
    const started = new Set(benches.flatMap((bench) => bench.commands.map(([file]) => file!)))
    expect([...started].toSorted()).toEqual([...measuring, 'bench/webhooks/run.ts'].toSorted())
  })
})
