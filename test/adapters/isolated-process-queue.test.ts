import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Child } from '../../src/adapters/pdf/isolated-process/child.ts'
import { UntrustedQueue } from '../../src/adapters/pdf/isolated-process/queue.ts'

afterEach(() => vi.useRealTimers())

/** A process that takes tasks once it is `started`, and then answers at once. */
const startingProcess = () => {
  let started = () => {}
  const isStarted = new Promise<void>((resolve) => {
    started = resolve
  })
  const end = vi.fn(async () => {})
  const child = {
    files: 0,
    residentBytes: 0,
    isSlow: false,
    ended: new Promise<void>(() => {}),
    ready: () => isStarted,
    async ask() {
      await isStarted
      this.files++
      return { output: 'read' }
    },
    warm() {},
    hold() {},
    lowerPriority() {
      this.isSlow = true
    },
    kill: end,
  }
  return { child: child as unknown as Child, started, end }
}

const file = {
  ...{ name: 'rasterise' as const, organisationId: 'org_1', input: async () => ({}) },
  ...{ memoryBytes: 1_000_000, processorMs: 1_000 },
}

describe('a process that reads files', () => {
  it('reads the next one too where it took long to start, which is no fault of the file', async () => {
    vi.useFakeTimers()
    const { child, started, end } = startingProcess()
    const start = vi.fn(() => child)
    const queue = new UntrustedQueue({
      ...{ quickMs: 10, quickTasks: 1, slowTasks: 1, idleMs: 120_000, filesPerProcess: 200, start },
    })
    const first = queue.do(file)
    await vi.advanceTimersByTimeAsync(5_000)
    started()
    expect(await first).toEqual({ output: 'read' })
    expect(await queue.do(file)).toEqual({ output: 'read' })
    expect(start).toHaveBeenCalledTimes(1)
    expect(child).toMatchObject({ files: 2, isSlow: false })
    expect(end).not.toHaveBeenCalled()
  })
})
