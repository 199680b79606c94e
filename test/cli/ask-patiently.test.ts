import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askPatiently } from '../../bin/control/execute.ts'
import { ControlProblem } from '../../src/adapters/data-folder/control-client.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const never = () => new Promise<never>(() => {})

/** A server that answers a command and pings as the test says; what is said meanwhile. */
const ask = (answers: { command(): Promise<unknown>; ping(): Promise<unknown> }) => {
  const said: string[] = []
  const client = { call: (name: string) => (name === 'ping' ? answers.ping() : answers.command()) }
  const patience = { noticeMs: 5000, giveUpMs: 60_000, say: (line: string) => void said.push(line) }
  const outcome = askPatiently(client, 'backup.create', {}, patience).then(
    (result) => ({ result }),
    (error: Error) => ({ error: error.message }),
  )
  return { said, outcome }
}

test('a server that is at a long command and reacts is waited for without a word', async () => {
  let end = (_: unknown) => {}
  const { said, outcome } = ask({
    command: () => new Promise((resolve) => (end = resolve)),
    ping: async () => null,
  })
  await vi.advanceTimersByTimeAsync(3_600_000)
  end('done')
  expect([await outcome, said]).toEqual([{ result: 'done' }, []])
  expect(vi.getTimerCount()).toBe(0)
})

test('one that does not react is named after five seconds, and given up after a minute', async () => {
  const { said, outcome } = ask({ command: never, ping: never })
  await vi.advanceTimersByTimeAsync(4_999)
  expect(said).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(said).toEqual(['The server does not react; waiting for it up to 60 s.'])
  await vi.advanceTimersByTimeAsync(55_000)
  expect(await outcome).toEqual({
    error: 'The server has not reacted for 60 s; it may still carry the command out.',
  })
  expect(vi.getTimerCount()).toBe(0)
})

test('one that reacts again is waited for as before', async () => {
  let react = () => {}
  const { said } = ask({ command: never, ping: () => new Promise<void>((resolve) => (react = resolve)) })
  await vi.advanceTimersByTimeAsync(50_000)
  react()
  await vi.advanceTimersByTimeAsync(9_999)
  expect(said).toEqual(['The server does not react; waiting for it up to 60 s.', 'The server reacts again.'])
})

test('one of an older version, which knows no ping, is there too', async () => {
  const ping = async () => {
    throw new ControlProblem('ping', { detail: 'unknown' })
  }
  const { said } = ask({ command: never, ping })
  await vi.advanceTimersByTimeAsync(300_000)
  expect(said).toEqual([])
})
