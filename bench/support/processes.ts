import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { processTree } from '../../test/support/process-tree.ts'

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

/** How often a share is counted anew: shorter than what a request waits for. */
const periodUs = 10_000

const prefix = 'lettershop-bench-'

/** Removes groups that an interrupted bench left behind. One that still has a process cannot be removed, and stays. */
const removeRemains = (parent: string): void => {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
    try {
      rmdirSync(join(parent, name))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EBUSY') throw error
    }
  }
}

/**
 * Gives a process and what it will start at most so much of a processor (0.25 is a quarter), by a control group of
 * Linux, version 2 or 1. Needs root. The group is removed by what is returned, once the processes have ended.
 */
export const limitProcessor = (pid: number, share: number): (() => void) => {
  const quotaUs = Math.round(share * periodUs)
  const isUnified = existsSync('/sys/fs/cgroup/cgroup.controllers')
  const parent = isUnified ? '/sys/fs/cgroup' : '/sys/fs/cgroup/cpu'
  removeRemains(parent)
  const group = join(parent, `${prefix}${pid}`)
  mkdirSync(group)
  if (isUnified) {
    writeFileSync('/sys/fs/cgroup/cgroup.subtree_control', '+cpu')
    writeFileSync(`${group}/cpu.max`, `${quotaUs} ${periodUs}`)
  } else {
    writeFileSync(`${group}/cpu.cfs_period_us`, String(periodUs))
    writeFileSync(`${group}/cpu.cfs_quota_us`, String(quotaUs))
  }
  writeFileSync(`${group}/cgroup.procs`, String(pid))
  return () => rmdirSync(group)
}

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
