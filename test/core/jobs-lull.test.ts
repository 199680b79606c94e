import { describe, expect, it } from 'vitest'
import { createLull, type Seen } from '../../src/core/engine/jobs/idle.ts'

const nothing: Seen = { production: 0, others: 0, clocks: 0, lost: 0, nextAt: undefined }
const now = 1_000_000

/** A store whose tables count their changes, and a lull that has seen it once. */
const after = async (seen: Partial<Seen>) => {
  const changes = { jobs: 0 }
  const lull = createLull({ generation: () => changes.jobs })
  await lull.watch(now, async () => ({ ...nothing, ...seen }))
  return { lull, changes }
}

describe('jobs that were looked at and had nothing to do', () => {
  it('are not looked at again for a second', async () => {
    const { lull } = await after({})
    expect([lull.nextAt(now), lull.nextAt(now + 999)]).toEqual([now + 1000, now + 1000])
    expect(lull.nextAt(now + 1000)).toBeUndefined()
  })

  it('are looked at when one falls due', async () => {
    const { lull } = await after({ nextAt: now + 300 })
    expect(lull.nextAt(now + 299)).toBe(now + 300)
    expect(lull.nextAt(now + 300)).toBeUndefined()
  })

  it('are looked at when one has changed', async () => {
    const { lull, changes } = await after({})
    changes.jobs++
    expect(lull.nextAt(now)).toBeUndefined()
  })

  it('are looked at when the clock was set back', async () => {
    const { lull } = await after({})
    expect(lull.nextAt(now - 1)).toBeUndefined()
  })

  it('are looked at when one changed during the look', async () => {
    const changes = { jobs: 0 }
    const lull = createLull({ generation: () => changes.jobs })
    await lull.watch(now, async () => {
      changes.jobs++
      return nothing
    })
    expect(lull.nextAt(now)).toBeUndefined()
  })

  it('are looked at every time where other processes may write', async () => {
    const lull = createLull({})
    await lull.watch(now, async () => nothing)
    expect(lull.nextAt(now)).toBeUndefined()
  })
})

it.each<[string, Partial<Seen>]>([
  ['production waits', { production: 1 }],
  ['other work waits', { others: 1 }],
  ['a test clock waits', { clocks: 1 }],
  ['a lease was lost', { lost: 1 }],
])('jobs are looked at again where %s', async (_what, seen) => {
  const { lull } = await after(seen)
  expect(lull.nextAt(now)).toBeUndefined()
})
