import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callPatiently } from '../../bin/control/execute.ts'
import { ControlProblem } from '../../src/adapters/data-folder/control-client.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const never = () => new Promise<never>(() => {})

/** Calls a server whose command and ping answer as given, and records the messages. */
const call = (answers: { command(): Promise<unknown>; ping(): Promise<unknown> }) => {
  const messages: string[] = []
  const client = { call: (name: string) => (name === 'ping' ? answers.ping() : answers.command()) }
  const patience = { noticeMs: 5000, giveUpMs: 60_000, print: (line: string) => void messages.push(line) }
  const outcome = callPatiently(client, 'backup.create', {}, patience).then(
    (result) => ({ result }),
    (error: Error) => ({ error: error.message }),
  )
  return { messages, outcome }
}

test('a server that runs a long command and answers pings is waited for silently', async () => {
  let end = (_: unknown) => {}
  const { messages, outcome } = call({
    command: () => new Promise((resolve) => (end = resolve)),
    ping: async () => null,
  })
  await vi.advanceTimersByTimeAsync(3_600_000)
  end('done')
  expect([await outcome, messages]).toEqual([{ result: 'done' }, []])
  expect(vi.getTimerCount()).toBe(0)
})

test('a server that does not respond is reported after five seconds, and the command fails after a minute', async () => {
  const { messages, outcome } = call({ command: never, ping: never })
  await vi.advanceTimersByTimeAsync(4_999)
  expect(messages).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(messages).toEqual(['The server does not respond; waiting up to 60 s.'])
  await vi.advanceTimersByTimeAsync(55_000)
  expect(await outcome).toEqual({
    error: 'The server has not responded for 60 s; it may still run the command.',
  })
  expect(vi.getTimerCount()).toBe(0)
})

test('a server that responds again is waited for as before', async () => {
  let react = () => {}
  const { messages } = call({ command: never, ping: () => new Promise<void>((resolve) => (react = resolve)) })
  await vi.advanceTimersByTimeAsync(50_000)
  react()
  await vi.advanceTimersByTimeAsync(9_999)
  expect(messages).toEqual(['The server does not respond; waiting up to 60 s.', 'The server responds again.'])
})

test('a server of an older version without pings counts as responding', async () => {
  const ping = async () => {
    throw new ControlProblem('ping', { detail: 'unknown' })
  }
  const { messages } = call({ command: never, ping })
  await vi.advanceTimersByTimeAsync(300_000)
  expect(messages).toEqual([])
})
