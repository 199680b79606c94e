import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

/** The process that serves a data folder. */
export const serverOf = (data: string): number =>
  Number(execFileSync('pgrep', ['-f', `serve --data ${data}`], { encoding: 'utf8' }).split('\n')[0])

const statusMbOf = (pid: number, line: 'VmHWM' | 'VmRSS'): number =>
  Number(new RegExp(`${line}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1000

/** The largest memory that a process had, ever or since it was last forgotten, in MB. */
export const peakMbOf = (pid: number): number => statusMbOf(pid, 'VmHWM')

/** The memory that a process has, without its children, in MB. */
export const residentMbOf = (pid: number): number => statusMbOf(pid, 'VmRSS')

/** Lets the kernel count the largest memory of a process anew, from what it has now. */
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/** What processes and their children hold together, in MB; pages that they share count once. */
export const memoryMbOf = (pids: readonly number[]): number =>
  [...withChildren(pids)].reduce((sum, pid) => sum + pssKb(pid), 0) / 1024

const pssKb = (pid: number): number => {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

const withChildren = (pids: readonly number[]): Set<number> => {
  const found = new Set(pids)
  for (const pid of found) {
    try {
      for (const task of readdirSync(`/proc/${pid}/task`)) {
        const children = readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')
        for (const child of children.trim().split(' ').filter(Boolean)) found.add(Number(child))
      }
    } catch {}
  }
  return found
}
