import { describe, expect, test } from 'vitest'
import type { FileRequest } from '../../src/server/files.ts'
import { forRuntime, inOnePieceBytes, maxStreamedBytes } from '../../src/server/respond.ts'

const onBun = { bun: { server: {} } } as FileRequest['runtime']
const onNode = { node: {} } as FileRequest['runtime']

const text = (length: number): string => 'ß'.repeat(length)
const bytes = (length: number): Uint8Array<ArrayBuffer> => new Uint8Array(length).fill(7)

describe('an asynchronous body', () => {
  test.each([
    ['of the length that Bun sends in one piece', onBun, inOnePieceBytes, 'as it is'],
    ['longer than that', onBun, inOnePieceBytes + 1, 'as a stream'],
    ['of the maximum streamed length', onBun, maxStreamedBytes, 'as a stream'],
    ['longer than that, sent with its length', onBun, maxStreamedBytes + 1, 'as it is'],
    ['that is long, on Node', onNode, inOnePieceBytes + 1, 'as it is'],
    ['that is long, where no runtime is known', undefined, inOnePieceBytes + 1, 'as it is'],
  ] as const)('%s is sent correctly and completely', async (_, runtime, length, how) => {
    for (const body of [text(length), bytes(length)]) {
      const sent = forRuntime(body, { runtime })
      expect(sent instanceof ReadableStream ? 'as a stream' : 'as it is').toBe(how)
      const whole = new Uint8Array(await new Response(sent).arrayBuffer())
      expect(Buffer.from(whole).equals(Buffer.from(body as string))).toBe(true)
    }
  })
})
