/**
 * Adds up the JSON reports of test runs in a folder and prints the numbers of passed, failed and skipped tests:
 * `node scripts/test-counts.ts DIR`
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
}

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('The folder of the reports is missing.')
const reports = readdirSync(folder).map(
  (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Report,
)
const sum = (count: keyof Report) => reports.reduce((total, report) => total + report[count], 0)
if (sum('numPassedTests') === 0) throw new Error('No test ran.')
console.log(
  `${sum('numPassedTests')} passed, ${sum('numFailedTests')} failed, ${sum('numPendingTests')} skipped`,
)
