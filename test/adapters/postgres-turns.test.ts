import { describe, expect, test } from 'vitest'
import { maxWaiting, Turns } from '../../src/adapters/postgres/pool.ts'
import { StoreBusy } from '../../src/core/ports/store.ts'

/** Who began, in order. */
const begin = (turns: Turns, began: string[], ...names: string[]) => {
  for (const name of names) void turns.take(name).then(() => began.push(name || 'nobody'))
}
const settled = () => new Promise(setImmediate)

describe('turns at the connections of a pool', () => {
  test('go round the organisations, and within one in the order of asking', async () => {
    const turns = new Turns(1)
    const began: string[] = []
    begin(turns, began, 'a', 'a', 'a', 'b', 'c', '')
    for (const name of ['a', 'a', 'b', 'c', '']) {
      await settled()
      turns.give(name)
    }
    await settled()
    // The second had asked before the others came.
    expect(began).toEqual(['a', 'a', 'b', 'c', 'nobody', 'a'])
  })

  test('are a quarter of all at most for one organisation, and any number for work of none', async () => {
    const turns = new Turns(8)
    const began: string[] = []
    begin(turns, began, ...Array<string>(64).fill('a'), 'b', ...Array<string>(9).fill(''))
    await settled()
    expect(began).toEqual(['a', 'a', 'b', ...Array(5).fill('nobody')])
    expect(turns.waiting).toBe(62 + 4)
  })

  test('are refused to an organisation for which too many wait, and to no other', async () => {
    const turns = new Turns(1)
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

  test('are refused to all who wait once there is no database, and given again when it is back', async () => {
    const turns = new Turns(1)
    await turns.take('a')
    const waiting = [turns.take('a'), turns.take('b')]
    turns.refuse(new Error('away'))
    expect(await Promise.allSettled(waiting)).toMatchObject(Array(2).fill({ reason: { message: 'away' } }))
    turns.give('a')
    await turns.take('b')
    expect(turns.waiting).toBe(0)
  })
})
