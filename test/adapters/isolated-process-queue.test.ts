import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Child } from '../../src/adapters/pdf/isolated-process/child.ts'
import { UntrustedQueue } from '../../src/adapters/pdf/isolated-process/queue.ts'

afterEach(() => vi.useRealTimers())

/** A file being read by a process until the test calls `done`. */
interface Reading {
  organisationId: string
  done(): void
  /** Ends the task for lack of memory. */
  exceed(): void
}

/** A queue whose processes start and finish when the test says so. */
const openQueue = ({ quickTasks = 2 } = {}) => {
  vi.useFakeTimers()
  const starts: (() => void)[] = []
  const children: { isSlow: boolean; files: number; end: ReturnType<typeof vi.fn> }[] = []
  const underWay: Reading[] = []
  const start = vi.fn(() => {
    let isStarted = () => {}
    const started = new Promise<void>((resolve) => {
      isStarted = resolve
    })
    starts.push(isStarted)
    let ended = () => {}
    const child = {
      ...{ files: 0, residentBytes: 0, isSlow: false, isWarm: false },
      ...{ templates: new Set(), ready: () => started },
      ended: new Promise<void>((resolve) => {
        ended = resolve
      }),
      async run(_name: string, { organisationId }: { organisationId: string }) {
        await started
        child.files++
        const isRead = await new Promise<boolean>((settle) => {
          underWay.push({ organisationId, done: () => settle(true), exceed: () => settle(false) })
        })
        return isRead ? { output: 'read' } : { exceeded: 'memory' }
      },
      warm() {
        child.isWarm = true
      },
      hold() {},
      lowerPriority() {
        child.isSlow = true
      },
      end: vi.fn(),
      async kill() {
        child.end()
        ended()
      },
    }
    children.push(child)
    return child as unknown as Child
  })
  const queue = new UntrustedQueue({
    ...{ quickMs: 750, quickTasks, slowTasks: 2, filesPerProcess: 200, start },
    ...{ idleMs: 120_000, unusedMs: 30_000 },
  })
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return {
    ...{ queue, children, start, settle },
    /** The owners of the files being read, in the order of starting. */
    reading: () => underWay.map(({ organisationId }) => organisationId),
    async read(organisationId: string) {
      const file = { name: 'picture' as const, organisationId, memoryBytes: 1_000_000, processorMs: 1_000 }
      const answer = queue.run({ ...file, input: async () => ({ organisationId }) })
      answer.catch(() => undefined)
      await settle()
    },
    async started(process: number) {
      starts[process]!()
      await settle()
    },
    async exceed() {
      underWay.splice(0, 1)[0]!.exceed()
      await settle()
    },
    /** Finishes a file, given its position in the order of starting. */
    async finish(at = 0) {
      underWay.splice(at, 1)[0]!.done()
      await settle()
    },
  }
}

describe('a process that reads files', () => {
  it('reads the next file if it started slowly, which the file didn’t cause', async () => {
    const { read, started, finish, start, children, queue } = openQueue()
    await read('org_1')
    await vi.advanceTimersByTimeAsync(5_000)
    await started(0)
    await finish()
    await read('org_1')
    await finish()
    expect(start).toHaveBeenCalledTimes(1)
    expect(children[0]).toMatchObject({ files: 2, isSlow: false })
    expect(children[0]!.end).not.toHaveBeenCalled()
    await queue.close()
  })

  it('is started ahead once when announced, and ends if no file comes', async () => {
    const { queue, start, started, children, read, finish } = openQueue()
    queue.warm()
    queue.warm()
    expect(start).toHaveBeenCalledTimes(1)
    await started(0)
    await read('org_1')
    await finish()
    expect([start.mock.calls.length, children[0]!.files]).toEqual([1, 1])
    await vi.advanceTimersByTimeAsync(119_999)
    expect(children[0]!.end).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(children[0]!.end).toHaveBeenCalledTimes(1)
  })

  it('is replaced if preparing it left too little memory for its first file', async () => {
    const { queue, started, children, read, exceed, reading } = openQueue()
    queue.warm()
    await started(0)
    await read('org_1')
    await exceed()
    await started(1)
    expect(reading()).toEqual(['org_1'])
    expect(children[0]!.end).toHaveBeenCalledTimes(1)
    // If a new process can't read the file either, the file is too large.
    await exceed()
    expect([reading(), children.length]).toEqual([[], 2])
    await queue.close()
  })

  it('ends after half a minute if no file comes, and is prepared again', async () => {
    const { queue, start, started, children } = openQueue()
    queue.warm()
    await started(0)
    await vi.advanceTimersByTimeAsync(29_999)
    expect(children[0]!.end).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(children[0]!.end).toHaveBeenCalledTimes(1)
    queue.warm()
    expect(start).toHaveBeenCalledTimes(2)
    await queue.close()
  })
})

/** Opens a queue with two ready processes. */
const openReady = async () => {
  const opened = openQueue()
  await opened.read('org_0')
  await opened.read('org_0')
  await opened.started(0)
  await opened.started(1)
  await opened.finish()
  await opened.finish()
  return opened
}

describe('files of one organisation', () => {
  it('are read one at a time until a second process is ready, then two at a time', async () => {
    const { read, reading, started, finish, start, queue } = openQueue()
    for (let file = 0; file < 5; file++) await read('org_1')
    await started(0)
    expect(reading()).toEqual(['org_1'])
    await finish()
    expect(reading()).toEqual(['org_1'])
    await started(1)
    expect(reading()).toEqual(['org_1', 'org_1'])
    await finish()
    expect(reading()).toEqual(['org_1', 'org_1'])
    expect(start).toHaveBeenCalledTimes(2)
    await queue.close()
  })

  it('are read one at a time with one processor', async () => {
    const { read, reading, started, start, queue } = openQueue({ quickTasks: 1 })
    for (let file = 0; file < 3; file++) await read('org_1')
    await started(0)
    expect([reading(), start.mock.calls.length]).toEqual([['org_1'], 1])
    await queue.close()
  })

  it('leave the next slot to a waiting organisation, and alternate with it', async () => {
    const { read, reading, finish, queue } = await openReady()
    for (let file = 0; file < 4; file++) await read('org_many')
    expect(reading()).toEqual(['org_many', 'org_many'])
    await read('org_other')
    await read('org_third')
    await finish()
    expect(reading()).toEqual(['org_many', 'org_other'])
    // Neither waiting organisation has a slot now, so the least recently served one is first.
    await finish()
    expect(reading()).toEqual(['org_other', 'org_many'])
    await finish()
    expect(reading()).toEqual(['org_many', 'org_third'])
    await queue.close()
  })

  it('wait for a slow one of them while files of others are read', async () => {
    const { read, reading, finish, started, queue } = await openReady()
    await read('org_slow')
    await vi.advanceTimersByTimeAsync(750)
    await read('org_slow')
    await read('org_slow')
    await read('org_other')
    expect(reading()).toEqual(['org_slow', 'org_other'])
    // Another process replaces the one whose priority was lowered.
    await finish()
    await started(2)
    expect(reading()).toEqual(['org_other', 'org_slow'])
    await queue.close()
  })

  it('share the slow lane: of two slow files one is stopped until the other is done', async () => {
    const { read, children, finish, started, queue } = await openReady()
    await read('org_slow')
    await read('org_slow')
    await vi.advanceTimersByTimeAsync(750)
    // The most recently used process starts first.
    expect(children.map(({ isSlow }) => isSlow)).toEqual([false, true])
    expect(children.map(({ end }) => end.mock.calls.length)).toEqual([1, 0])
    await read('org_other')
    await started(2)
    await vi.advanceTimersByTimeAsync(750)
    // The second slot of the slow lane is for another organisation.
    expect(children[2]).toMatchObject({ isSlow: true, files: 1 })
    await finish()
    await started(3)
    // The stopped file is read again once the first is done.
    expect(children[3]).toMatchObject({ isSlow: true, files: 1 })
    await queue.close()
  })
})
