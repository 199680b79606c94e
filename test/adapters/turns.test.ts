import { expect, onTestFinished, test, vi } from 'vitest'
import { systemTurns, TURN_MS, TurnBudget, writerTurns } from '../../src/adapters/system/turns.ts'

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Works until it must yield. */
const workUntilDue = async (): Promise<void> => {
  for (;;) {
    const rest = systemTurns.rest()
    if (rest) return rest
  }
}

test('new work continues', async () => {
  await nextTurn()
  await nextTurn()
  expect(systemTurns.rest()).toBeUndefined()
})

test('work that is about to take long begins in its own turn', async () => {
  await nextTurn()
  await nextTurn()
  expect(systemTurns.rest(1000)).toBeInstanceOf(Promise)
})

test('work that has used up its time yields to the event loop', async () => {
  let turns = 0
  const count = () => {
    turns++
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)
  await workUntilDue()
  clearImmediate(counting)
  expect(turns).toBeGreaterThan(0)
})

test('waiting work resumes in order of arrival', async () => {
  const order: number[] = []
  const long = async (name: number) => {
    await workUntilDue()
    order.push(name)
    // Each takes a whole turn, so that none resumes in the turn of the previous one.
    await workUntilDue()
    order.push(name)
  }
  await Promise.all([1, 2, 3].map(long))
  expect(order).toEqual([1, 2, 3, 1, 2, 3])
})

/** Time that advances only on request. */
const stoppedClock = () => {
  let now = 1000
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  return (ms: number) => {
    now += ms
  }
}

test('waiting work resumes even if others have used up the turn', async () => {
  const pass = stoppedClock()
  const turns = new TurnBudget()
  expect(turns.rest()).toBeUndefined()
  // Runs before the waiting work resumes in the next turn.
  setImmediate(() => {
    expect(turns.rest()).toBeUndefined()
    pass(TURN_MS)
  })
  pass(TURN_MS)
  await turns.rest()
  expect(turns.rest()).toBeUndefined()
  pass(TURN_MS)
  expect(turns.rest()).toBeInstanceOf(Promise)
})

test('writes have a separate budget from reads', () => {
  const pass = stoppedClock()
  expect([systemTurns.rest(), writerTurns.rest()]).toEqual([undefined, undefined])
  pass(TURN_MS - 1)
  expect([systemTurns.rest(1), writerTurns.rest()]).toEqual([expect.any(Promise), undefined])
})
