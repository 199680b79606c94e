import { existsSync, readdirSync, readFileSync } from 'node:fs'

const PAGE_BYTES = 4096

/** Returns the text of a file, empty if its process has just ended. */
const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Linux only. Returns a process and all its descendants. */
export const processTree = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(processTree)]

/** Returns the children of all threads of a process, without zombies. */
const childrenOf = (pid: number): number[] => {
  const folder = `/proc/${pid}/task`
  const threads = existsSync(folder) ? readdirSync(folder) : []
  return threads
    .flatMap((thread) => read(`${folder}/${thread}/children`).split(' '))
    .map(Number)
    .filter((id) => id > 0 && isRunning(id))
}

/** Linux only. Returns the resident memory of a process and all its descendants. */
export const residentBytes = (pid: number): number =>
  processTree(pid).reduce(
    (sum, id) => sum + Number(read(`/proc/${id}/statm`).split(' ')[1] ?? 0) * PAGE_BYTES,
    0,
  )

/**
 * Samples the resident memory of a process and its descendants every 20 ms. The returned function ends this
 * and returns the largest sample.
 */
export const watchResidentBytes = (pid: number): (() => number) => {
  let most = 0
  const look = () => {
    most = Math.max(most, residentBytes(pid))
  }
  const timer = setInterval(look, 20)
  look()
  return () => {
    clearInterval(timer)
    return most
  }
}

/** True if the process is running: not if it has ended and was not yet waited for (a zombie). */
export const isRunning = (pid: number): boolean => /\) [^ZX] /.test(read(`/proc/${pid}/stat`))
