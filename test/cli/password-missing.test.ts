import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { lettershop } from '../support/cli.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const encryptionRequest = 80877103
const answer = (kind: number, text: string): Buffer => {
  const body = Buffer.from(text)
  const head = Buffer.alloc(9)
  head.write('R')
  head.writeInt32BE(8 + body.length, 1)
  head.writeInt32BE(kind, 5)
  return Buffer.concat([head, body])
}

/** A fake PostgreSQL server that requires a password from every client. */
const server = createServer((socket) => {
  socket.on('error', () => {})
  socket.on('data', (message) => {
    // The first message has no type letter and begins with its length.
    if (message[0] === 0 && message.readInt32BE(4) === encryptionRequest) socket.write('N')
    else if (message[0] === 0) socket.write(answer(10, 'SCRAM-SHA-256\0\0'))
    else if (message.toString('latin1', 0, 1) === 'p') socket.write(answer(11, 'r=1,s=c2FsdA==,i=4096'))
  })
}).listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => void server.close())

test('a missing database password is reported with where to set it', async () => {
  const data = mkdtempSync(join(temporaryFolder(), 'data-'))
  const { port } = server.address() as AddressInfo
  const { code, stderr } = await lettershop(['org', 'list', '--data', data], {
    LETTERSHOP_DATABASE: `postgres://lettershop@127.0.0.1:${port}/lettershop`,
    PGPASSWORD: '',
    PGPASSFILE: join(data, 'none'),
  })
  expect([code, stderr]).toEqual([
    15,
    expect.stringMatching(
      /cannot be used: it requires a password: set PGPASSWORD or add one to ~\/\.pgpass\./,
    ),
  ])
})
