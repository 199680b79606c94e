import { describe, expect, test } from 'vitest'
import { Groups } from '../../../src/core/engine/groups.ts'
import { StoreBusy, StoreUnavailable } from '../../../src/core/ports/store.ts'

const mostWaiting = 50

/** Creates groups of at most four requests, each running until `end` is called. `groups` records them. */
const counted = (failing: (group: readonly string[]) => Error | undefined = () => undefined) => {
  const groups: string[][] = []
  const gates: PromiseWithResolvers<void>[] = []
  const all = new Groups<string, string>({
    most: 4,
    mostWaiting,
    identityOf: (request) => (request.startsWith('key-') ? request.slice(0, 5) : undefined),
    async carryOut(first, begin, size) {
      expect(size()).toBeLessThanOrEqual(4)
      const group = [...begin()]
      expect(group).toContain(first)
      groups.push(group)
      const gate = Promise.withResolvers<void>()
      gates.push(gate)
      await gate.promise
      const error = failing(group)
      if (error) throw error
      // A repeated transaction gets the same requests.
      expect(begin()).toEqual(group)
      return group.map((request) => request.toUpperCase())
    },
  })
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  return {
    groups,
    submit: (request: string, key = 'anna') => all.submit(key, request),
    /** Ends every group until none is left. */
    async end() {
      for (let gate = gates.shift(); gate; gate = gates.shift()) {
        gate.resolve()
        await turn()
      }
    },
  }
}

describe('requests that arrive while a group runs', () => {
  test('share the next group up to its limit, and each gets its own response', async () => {
    const { groups, submit, end } = counted()
    const answers = ['a', 'b', 'c', 'd', 'e', 'f'].map((request) => submit(request))
    await end()
    expect(groups).toEqual([['a'], ['b', 'c', 'd', 'e'], ['f']])
    expect(await Promise.all(answers)).toEqual(['A', 'B', 'C', 'D', 'E', 'F'])
  })

  test('are refused if too many are waiting, without affecting other keys', async () => {
    const { submit, end } = counted()
    const first = submit('a')
    const waiting = Array.from({ length: mostWaiting }, (_, n) => submit(`b${n}`))
    await expect(submit('c')).rejects.toThrow(StoreBusy)
    const other = submit('d', 'bram')
    await end()
    expect(await first).toBe('A')
    expect((await Promise.all(waiting)).at(-1)).toBe(`B${mostWaiting - 1}`)
    expect(await other).toBe('D')
  })

  test('do not wait for those of another key', async () => {
    const { groups, submit, end } = counted()
    const answers = [submit('a'), submit('b', 'bram'), submit('c')]
    expect(groups).toEqual([['a'], ['b']])
    await end()
    expect(await Promise.all(answers)).toEqual(['A', 'B', 'C'])
  })

  test('do not share a group with a request of the same identity', async () => {
    const { groups, submit, end } = counted()
    const answers = ['a', 'key-1 once', 'b', 'key-1 again', 'key-2'].map((request) => submit(request))
    await end()
    expect(groups).toEqual([['a'], ['key-1 once', 'b', 'key-2'], ['key-1 again']])
    await Promise.all(answers)
  })

  test('are served if they arrive just as the last group ends', async () => {
    const { groups, submit, end } = counted()
    const chain = submit('a').then(() => submit('b'))
    await end()
    await end()
    expect(await chain).toBe('B')
    expect(groups).toEqual([['a'], ['b']])
  })
})

describe('a failed group', () => {
  test('is retried one request at a time, so that a refusal affects only its own', async () => {
    const { groups, submit, end } = counted((group) =>
      group.includes('bad') ? new Error('too long') : undefined,
    )
    const answers = Promise.allSettled(['a', 'b', 'bad', 'c'].map((request) => submit(request)))
    await end()
    expect(groups).toEqual([['a'], ['b', 'bad', 'c'], ['b'], ['bad'], ['c']])
    expect(
      (await answers).map((answer) => ('value' in answer ? answer.value : String(answer.reason))),
    ).toEqual(['A', 'B', 'Error: too long', 'C'])
  })

  test('is refused as a whole if the store is unavailable', async () => {
    const { groups, submit, end } = counted((group) =>
      group.length > 1 ? new StoreUnavailable('away') : undefined,
    )
    const answers = Promise.allSettled(['a', 'b', 'c'].map((request) => submit(request)))
    await end()
    expect(groups).toEqual([['a'], ['b', 'c']])
    expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  })
})
