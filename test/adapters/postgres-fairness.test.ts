import { describe, expect, test } from 'vitest'
import { FairSemaphore, maxWaiting } from '../../src/adapters/postgres/pool.ts'
import { StoreBusy } from '../../src/core/ports/store.ts'

/** Requests a turn for each caller, and adds its name to `began` when it gets the turn. */
const begin = (turns: FairSemaphore, began: string[], ...names: string[]) => {
  for (const name of names) void turns.take(name).then(() => began.push(name || 'nobody'))
}
const settled = () => new Promise(setImmediate)

describe('the turns of a pool', () => {
  test('alternate between organisations, in order of arrival within one', async () => {
    const turns = new FairSemaphore(1)
    const began: string[] = []
    begin(turns, began, 'a', 'a', 'a', 'b', 'c', '')
    for (const name of ['a', 'a', 'b', 'c', '']) {
      await settled()
      turns.give(name)
    }
    await settled()
    // The second `a` arrived before the other callers.
    expect(began).toEqual(['a', 'a', 'b', 'c', 'nobody', 'a'])
  })

  test('are limited to a quarter for one organisation, and unlimited for work without an organisation', async () => {
    const turns = new FairSemaphore(8)
    const began: string[] = []
    begin(turns, began, ...Array<string>(64).fill('a'), 'b', ...Array<string>(9).fill(''))
    await settled()
    expect(began).toEqual(['a', 'a', 'b', ...Array(5).fill('nobody')])
    expect(turns.waiting).toBe(62 + 4)
  })

  test('are refused only to an organisation with too many waiting requests', async () => {
    const turns = new FairSemaphore(1)
    const began: string[] = []
    begin(turns, began, ...Array<string>(maxWaiting + 1).fill('a'))
    expect(() => turns.take('a')).toThrow(StoreBusy)
    begin(turns, began, 'b')
    await settled()
    for (let ended = 0; ended < 2; ended++) {
      turns.give('a')
      await settled()
    }
    expect(began).toEqual(['a', 'a', 'b'])
  })

  test('are refused to all waiting callers while there is no database, and granted again afterwards', async () => {
    const turns = new FairSemaphore(1)
    await turns.take('a')
    const waiting = [turns.take('a'), turns.take('b')]
    turns.refuse(new Error('away'))
    expect(await Promise.allSettled(waiting)).toMatchObject(Array(2).fill({ reason: { message: 'away' } }))
    turns.give('a')
    await turns.take('b')
    expect(turns.waiting).toBe(0)
  })
})
