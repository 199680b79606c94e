import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { lettershopJson, newKey, type ServerProcess, startServerProcess } from '../support/cli.ts'
import { request } from '../support/http.ts'
import { eventually } from '../support/instance.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

interface Received {
  id: string
  body: string
  headers: IncomingMessage['headers']
  response: ServerResponse
}

/** A receiver whose answers the test controls. */
const receiver = async () => {
  const received: Received[] = []
  let arrived = Promise.withResolvers<void>()
  const server = createServer(async (message, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of message) chunks.push(chunk)
    const { headers } = message
    const body = Buffer.concat(chunks).toString()
    received.push({ id: String(headers['x-webhook-id']), body, headers, response })
    arrived.resolve()
    arrived = Promise.withResolvers()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** Waits for this many requests. */
    async until(count: number) {
      while (received.length < count) await arrived.promise
    },
  }
}

const begin = async () => {
  const data = temporaryFolder()
  const flags = ['--data', data, '--allow-insecure-webhooks']
  const server = await startServerProcess(flags)
  const organisation = await lettershopJson(['org', 'create', '--name', 'Bakery', '--data', data])
  const key = await newKey(organisation.id, 'test', ['--data', data])
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const call = (of: ServerProcess, method: string, path: string, body?: object) =>
    request(`${of.url}/v1${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  // Waits for the background work that the first organisation starts: only the delivery must be in progress.
  await eventually(async () => {
    const jobs: { nextAt: string }[] = await lettershopJson(['jobs', 'list', '--data', data])
    return jobs.length > 0 && jobs.every(({ nextAt }) => Date.parse(nextAt) > Date.now())
  })
  const target = await receiver()
  const { body: endpoint } = await call(server, 'POST', '/webhooks', { url: target.url, events: ['*'] })
  await call(server, 'POST', `/webhooks/${endpoint.id}/test`)
  await target.until(1)
  const log = async (of: ServerProcess) =>
    (await call(of, 'GET', `/webhooks/${endpoint.id}/deliveries`)).body.data[0]
  return { flags, server, endpoint, target, log }
}

const drains = (server: ServerProcess) =>
  new Promise<void>((resolve) => {
    let output = ''
    server.child.stderr!.on('data', (chunk) => {
      output += chunk
      if (output.includes('draining')) resolve()
    })
  })

test('the first SIGTERM waits for the delivery in progress', async () => {
  const { flags, server, target, log } = await begin()
  const draining = drains(server)
  const ending = server.end('SIGTERM')
  await draining
  target.received[0]!.response.end('thanks')
  expect((await ending).code).toBe(0)
  const again = await startServerProcess(flags)
  expect(await log(again)).toMatchObject({
    status: 'DELIVERED',
    attempts: [{ status: 200, responseBody: 'thanks' }],
  })
  await again.end()
  expect(target.received).toHaveLength(1)
})

test('the second one exits immediately and prints unfinished work, which the next start repeats under the same id', async () => {
  const { flags, server, endpoint, target, log } = await begin()
  const draining = drains(server)
  void server.end('SIGTERM')
  await draining
  const { code, stderr } = await server.end('SIGTERM')
  expect(code).toBe(143)
  expect(stderr.trim().split('\n').at(-1)).toBe(
    'Stopped immediately. Unfinished: 1 webhook delivery (sent again under the same ids).',
  )

  const again = await startServerProcess(flags)
  await target.until(2)
  target.received[1]!.response.end()
  const [first, second] = target.received
  expect(second!.id).toBe(first!.id)
  expect(second!.body).toBe(first!.body)
  // The second attempt is signed again, at the time of sending.
  const content = `${second!.headers['x-webhook-timestamp']}.${second!.body}`
  const signature = createHmac('sha256', endpoint.secret).update(content).digest('hex')
  expect(second!.headers['x-webhook-signature']).toBe(`v1=${signature}`)
  while ((await log(again)).status !== 'DELIVERED') await new Promise((resolve) => setTimeout(resolve, 20))
  expect((await log(again)).attempts).toMatchObject([{ error: 'interrupted' }, { status: 200 }])
  await again.end()
})
