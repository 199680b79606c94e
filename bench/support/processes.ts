import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { processTree } from '../../test/support/process-tree.ts'

/** Returns the process that serves a data folder. */
export const serverOf = (data: string): number =>
  Number(execFileSync('pgrep', ['-f', `serve --data ${data}`], { encoding: 'utf8' }).split('\n')[0])

const statusMbOf = (pid: number, line: 'VmHWM' | 'VmRSS'): number =>
  Number(new RegExp(`${line}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1000

/** Returns the peak memory of a process in MB, since its start or `forgetPeak`. */
export const peakMbOf = (pid: number): number => statusMbOf(pid, 'VmHWM')

/** Returns the memory of a process without its children, in MB. */
export const residentMbOf = (pid: number): number => statusMbOf(pid, 'VmRSS')

/** Resets the peak memory of a process to its present memory. */
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/** Returns the memory of processes and their children in MB; shared pages count once. */
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

/** Period of the processor quota: so short that it hardly delays a request. */
const periodUs = 10_000

const prefix = 'lettershop-bench-'

/** Removes the control groups of interrupted benches, except those that still have a process. */
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
 * Limits a process and its children to a share of a processor (0.25 is a quarter), with a control group of
 * Linux, version 2 or 1. Needs root. Returns a function that removes the group after the processes have
 * ended.
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

/** Unit of processor time in Linux. */
const ticksASecond = 100

/** Returns the processor time of a process and its children in seconds, including those that have ended. */
export const processorSeconds = (pid: number): number =>
  processTree(pid).reduce((sum, id) => sum + secondsOf(id), 0)

/** Returns the processor time of a process and of the children that it has waited for. */
const secondsOf = (pid: number): number => {
  // The process name, in parentheses before these fields, may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksASecond
}
