import { readFileSync } from 'node:fs'
import { processTree } from '../../test/support/process-tree.ts'

/** What Linux counts processor time in. */
const ticksASecond = 100

/** The seconds of processor time that a process and those that it started have taken, also those that have ended. */
export const processorSeconds = (pid: number): number =>
  processTree(pid).reduce((sum, id) => sum + secondsOf(id), 0)

/** Of a process, and of those of its children that it has waited for. */
const secondsOf = (pid: number): number => {
  // The name in parentheses may hold anything.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksASecond
}
