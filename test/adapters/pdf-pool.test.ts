import { afterEach, describe, expect, it, vi } from 'vitest'
import { WorkerPool } from '../../src/adapters/pdf/pool.ts'
import type { Thread, ThreadListener } from '../../src/adapters/platform/contract.ts'

/** Threads that answer when the test says so. */
const threads: { answer(): Promise<void>; end: ReturnType<typeof vi.fn> }[] = []
vi.mock('#platform/thread', () => ({
  startThread({ message, end }: ThreadListener): Thread {
    const requests: number[] = []
    const ended = vi.fn(async () => end(new Error('ended')))
    threads.push({
      async answer() {
        message({ id: requests.shift(), output: {} })
        await vi.advanceTimersByTimeAsync(0)
      },
      end: ended,
    })
    return {
      post: (task) => void requests.push((task as { id: number }).id),
      ...{ hold() {}, release() {}, end: ended },
    }
  },
}))

afterEach(() => {
  vi.useRealTimers()
  threads.length = 0
})

const open = (options?: { keptMs: number }) => {
  vi.useFakeTimers()
  const pool = new WorkerPool(2, options)
  const start = () => void pool.run('warm', {}).catch(() => {})
  return { pool, start }
}

describe('rendering threads', () => {
  it('end after a time without a task, and the next task starts another one', async () => {
    const { pool, start } = open({ keptMs: 5000 })
    start()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(threads[0]!.end).not.toHaveBeenCalled()
    await threads[0]!.answer()
    await vi.advanceTimersByTimeAsync(4_999)
    start()
    await vi.advanceTimersByTimeAsync(5_000)
    expect([threads.length, threads[0]!.end.mock.calls.length]).toEqual([1, 0])
    await threads[0]!.answer()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(threads[0]!.end).toHaveBeenCalledTimes(1)
    start()
    expect(threads).toHaveLength(2)
    await pool.close()
    expect(threads[1]!.end).toHaveBeenCalledTimes(1)
  })

  it('stay by default', async () => {
    const { pool, start } = open()
    start()
    await threads[0]!.answer()
    await vi.advanceTimersByTimeAsync(3_600_000)
    start()
    expect([threads.length, threads[0]!.end.mock.calls.length]).toEqual([1, 0])
    await pool.close()
  })
})
