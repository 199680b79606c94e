import { readdirSync, readFileSync } from 'node:fs'

/** What Linux counts processor time in. */
const ticksASecond = 100

/** The seconds of processor time that a process and those that it started have taken, also those that have ended. */
export const processorSeconds = (pid: number): number => {
  // The name in parentheses may hold anything.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  const own = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0) / ticksASecond
  return childrenOf(pid).reduce((sum, child) => sum + processorSeconds(child), own)
}

const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
  )
