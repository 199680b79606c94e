import { type Aim, median } from '../support/measured.ts'
import { type Bench, benches, profiles, shortName } from './benches.ts'
import { judged, type Machine, type Results, type Row, type Run, ratiosOfRow, verdictOf } from './results.ts'

/** Formats a number with up to three significant digits, integers completely: 1,234, 56.7, 0.123. */
const figure = (value: number): string => {
  if (value === 0) return '0'
  const digits = Math.min(3, Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value)))))
  return value.toLocaleString('en', { minimumFractionDigits: 0, maximumFractionDigits: digits })
}

/** Adds separators for thousands to the numbers in a text. */
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

/** Returns a run's letter, A for the oldest (place 0), so that most runs keep theirs when one is added. */
const letterOf = (place: number): string =>
  String.fromCharCode(65 + (place % 26)).repeat(Math.floor(place / 26) + 1)

const machineText = (machine: Machine | null): string =>
  machine
    ? [
        `${machine.processor}, ${machine.cores} cores, ${figure(machine.memoryGb)} GB`,
        `${machine.kernel}, Node ${machine.node}, Bun ${machine.bun}`,
        `load ${figure(machine.load)} before`,
      ].join('; ')
    : 'not recorded'

const dateOf = ({ date }: Run): string => date ?? 'measured earlier'

const runRow = (run: Run, place: number, { length }: Results): string[] => [
  letterOf(length - 1 - place),
  dateOf(run),
  run.revision === null ? 'not recorded' : `\`${run.revision}\``,
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

/** Wraps text at the width of the documents. */
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

const commands = `\`\`\`
npm run bench -- --report                            # all benches, some hours; writes this page
npm run bench -- --report --only close,start-up      # only these
npm run bench -- --only main-job --against HEAD~1    # also builds and measures an earlier revision
\`\`\``

/** Returns the text of `docs/performance.md`, from the results in `docs/performance.json`. */
export const performanceDocument = (results: Results): string => {
  const all = results.flatMap((run, place) => {
    const name = `${letterOf(results.length - 1 - place)}, ${dateOf(run)}`
    return run.rows.map((row) => ({ row, run: name }))
  })
  const missed = all.flatMap(({ row }) => (verdictOf(row) === 'missed' ? [row] : []))
  const count = (verdict: 'met' | 'missed') => all.filter(({ row }) => verdictOf(row) === verdict).length
  const parts = [
    '# Performance',
    'How fast Lettershop is, compared with other programs and with our own aims. To measure it on your machine:',
    commands,
    wrapped(
      'These rows and `docs/performance.json` come from such runs; a bench that did not run again keeps its earlier rows.',
    ),
    wrapped(
      'A bench measures in rounds and alternates between the sides it compares, so that other load on the machine affects both. Min, median and max are those of the rounds. A ratio is the result of Lettershop divided by that of the other side in the same round: lower is better for times, higher for rates. Ratios carry over to other machines, absolute figures don’t.',
    ),
    wrapped(`${count('met')} aims are met, ${count('missed')} are missed.`),
    ...(missed.length > 0 ? [table(['Bench', 'Missed', 'Aim', 'Measured'], missed.map(missedCells))] : []),
    '## Runs',
    table(['Run', 'Date', 'Revision', 'Old build', 'Machine', 'Synced write'], results.map(runRow)),
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
