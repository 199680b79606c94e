import { existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

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
