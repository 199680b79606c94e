import { type Aim, median } from '../support/measured.ts'
import { type Bench, benches, profiles, shortName } from './benches.ts'
import { judged, type Machine, type Results, type Row, type Run, ratiosOfRow, verdictOf } from './results.ts'

/** Three digits that count, and thousands apart: 1,234, 56.7, 0.123. */
const figure = (value: number): string => {
  if (value === 0) return '0'
  const digits = Math.min(3, Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value)))))
  return value.toLocaleString('en', { minimumFractionDigits: 0, maximumFractionDigits: digits })
}

/** Numbers in a text, thousands apart. */
const legible = (text: string): string =>
  text.replace(/\b\d{4,}\b/g, (digits) => Number(digits).toLocaleString('en'))

const spread = (values: readonly number[]): string[] =>
  values.length === 0
    ? ['–', '–', '–']
    : [Math.min(...values), median(values), Math.max(...values)].map(figure)

const aimText = ({ atLeast, atMost, of }: Aim, unit: string): string => {
  const limits = [
    ...(atLeast === undefined ? [] : [`at least ${figure(atLeast)}`]),
    ...(atMost === undefined ? [] : [`at most ${figure(atMost)}`]),
  ].join(' and ')
  return of === 'ratio' ? `ratio ${limits}` : `${limits} ${unit}${of === 'max' ? ', always' : ''}`.trim()
}

const ratioText = (row: Row): string => {
  const ratios = ratiosOfRow(row)
  if (ratios.length === 0) return ''
  const shown = (ratio: number) => (ratio < 0.01 ? figure(ratio) : ratio.toFixed(2))
  const all = [Math.min(...ratios), Math.max(...ratios)].map(shown)
  const range = all[0] === all[1] ? '' : ` (${all.join(' to ')})`
  return `${shown(median(ratios))}${range} of ${legible(row.comparedWith?.name ?? 'the other')}`
}

/** Runs are called A, B, … in the tables, the oldest first: most keep their letter when one is added. */
const letterOf = (place: number): string =>
  String.fromCharCode(65 + (place % 26)).repeat(Math.floor(place / 26) + 1)

const machineText = (machine: Machine | null): string =>
  machine
    ? [
        `${machine.processor}, ${machine.cores} cores, ${figure(machine.memoryGb)} GB`,
        `${machine.kernel}, Node ${machine.node}, Bun ${machine.bun}`,
        `load ${figure(machine.load)} before`,
      ].join('; ')
    : 'not written down'

const dateOf = ({ date }: Run): string => date ?? 'measured earlier'

const runRow = (run: Run, place: number, { length }: Results): string[] => [
  letterOf(length - 1 - place),
  dateOf(run),
  run.revision === null ? 'not written down' : `\`${run.revision}\``,
  run.against ? `\`${run.against}\`` : '–',
  machineText(run.machine),
  run.machine ? `${figure(run.machine.syncUs)} µs` : '–',
]

const table = (heads: string[], rows: string[][]): string =>
  [heads, heads.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')

interface Shown {
  row: Row
  run: string
}

const verdictText = (row: Row): string => {
  const verdict = verdictOf(row)
  return verdict === 'missed' ? '**missed**' : (verdict ?? '–')
}

const rowCells = ({ row, run }: Shown): string[] => [
  row.size ? `${row.what} (${legible(row.size)})` : row.what,
  row.aim ? aimText(row.aim, row.unit) : '–',
  ...spread(row.values),
  row.unit,
  ratioText(row) || '–',
  verdictText(row),
  run,
]

const missedCells = (row: Row): string[] => [
  row.bench,
  row.what,
  row.aim ? aimText(row.aim, row.unit) : '–',
  row.aim && row.aim.of !== 'ratio' ? `${figure(judged(row, row.aim))} ${row.unit}`.trim() : ratioText(row),
]

/** Wrapped as the other documents are. */
export const wrapped = (text: string, columns = 110): string => {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!
    if (line !== '' && [...line, ' ', ...word].length > columns) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.join('\n')
}

const sectionOf = (bench: Bench, shown: Shown[]): string => {
  const { name, comparison } = bench
  const profile = profiles[shortName(bench)]
  const heads = ['What', 'Aim', 'Min', 'Median', 'Max', 'Unit', 'Ratio', 'Aim met', 'Run']
  const measured = shown.length > 0 ? table(heads, shown.map(rowCells)) : 'Not measured yet.'
  return [`### ${name}`, wrapped(comparison), measured, ...(profile ? [wrapped(profile)] : [])].join('\n\n')
}

/** `docs/performance.md`, of the results that `docs/performance.json` keeps. */
export const performanceDocument = (results: Results): string => {
  const all = results.flatMap((run, place) => {
    const name = `${letterOf(results.length - 1 - place)}, ${dateOf(run)}`
    return run.rows.map((row) => ({ row, run: name }))
  })
  const missed = all.flatMap(({ row }) => (verdictOf(row) === 'missed' ? [row] : []))
  const count = (verdict: 'met' | 'missed') => all.filter(({ row }) => verdictOf(row) === verdict).length
  const parts = [
    '# Performance',
    wrapped(
      '`npm run bench -- --report` writes this document. It runs every bench, or those that `--only` names; with `--against REV` it builds that revision too and measures it in turn. Rows of benches that did not run keep the run in which they were measured. The figures stand in `docs/performance.json`.',
    ),
    wrapped(
      'A bench measures in rounds, and what it compares takes turns in each of them, so that a restless machine is restless for all. Min, median and max are those of the rounds. A ratio is what Lettershop measured through what the other measured in the same round: of times less is better, of rates more. Ratios hold on other machines, absolute figures do not.',
    ),
    wrapped(`${count('met')} aims are met, ${count('missed')} are missed.`),
    ...(missed.length > 0 ? [table(['Missed', 'What', 'Aim', 'Measured'], missed.map(missedCells))] : []),
    '## Runs',
    table(['Run', 'Date', 'Revision', 'Old build', 'Machine', 'A synced write'], results.map(runRow)),
    '## Benches',
    ...benches.map((bench) =>
      sectionOf(
        bench,
        all.filter(({ row }) => row.bench === bench.name),
      ),
    ),
  ]
  return `${parts.join('\n\n')}\n`
}
