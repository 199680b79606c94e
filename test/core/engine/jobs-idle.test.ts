import { describe, expect, it } from 'vitest'
import { createIdleWatch, type Seen } from '../../../src/core/engine/jobs/lanes.ts'

const nothing: Seen = { production: 0, others: 0, clocks: 0, lost: 0, nextAt: undefined }
const now = 1_000_000

/** Returns an idle watch that has seen its store once, and the store's change counters. */
const after = async (seen: Partial<Seen>) => {
  const changes = { jobs: 0 }
  const idle = createIdleWatch({ generation: () => changes.jobs })
  await idle.watch(now, async () => ({ ...nothing, ...seen }))
  return { idle, changes }
}

describe('jobs that had nothing to do', () => {
  it('are not checked again for a second', async () => {
    const { idle } = await after({})
    expect([idle.nextAt(now), idle.nextAt(now + 999)]).toEqual([now + 1000, now + 1000])
    expect(idle.nextAt(now + 1000)).toBeUndefined()
  })

  it('are checked when one falls due', async () => {
    const { idle } = await after({ nextAt: now + 300 })
    expect(idle.nextAt(now + 299)).toBe(now + 300)
    expect(idle.nextAt(now + 300)).toBeUndefined()
  })

  it('are checked when one has changed', async () => {
    const { idle, changes } = await after({})
    changes.jobs++
    expect(idle.nextAt(now)).toBeUndefined()
  })

  it('are checked if the clock was set back', async () => {
    const { idle } = await after({})
    expect(idle.nextAt(now - 1)).toBeUndefined()
  })

  it('are checked if one changed during the check', async () => {
    const changes = { jobs: 0 }
    const idle = createIdleWatch({ generation: () => changes.jobs })
    await idle.watch(now, async () => {
      changes.jobs++
      return nothing
    })
    expect(idle.nextAt(now)).toBeUndefined()
  })

  it('are checked every time if other processes may write', async () => {
    const idle = createIdleWatch({})
    await idle.watch(now, async () => nothing)
    expect(idle.nextAt(now)).toBeUndefined()
  })
})

it.each<[string, Partial<Seen>]>([
  ['production is waiting', { production: 1 }],
  ['other work is waiting', { others: 1 }],
  ['a test clock is waiting', { clocks: 1 }],
  ['a lease was lost', { lost: 1 }],
])('jobs are checked again if %s', async (_what, seen) => {
  const { idle } = await after(seen)
  expect(idle.nextAt(now)).toBeUndefined()
})
