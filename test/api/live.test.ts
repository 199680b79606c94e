import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/http.ts'
import type { PortalSession } from '../support/portal.ts'

let server: TestServer
let session: PortalSession
beforeEach(async () => {
  server = await startTestServer()
  session = await server.shop.portal()
})
afterEach(() => server.close())

const open = (headers: Record<string, string> = {}) =>
  fetch(`${server.url}/v1/live`, {
    headers: { cookie: `lettershop_session=${session.token}`, 'x-mode': 'live', ...headers },
  })

/** Reads until the stream contains this or ends. */
const readUntil = async (reader: ReadableStreamDefaultReader<Uint8Array>, words: string): Promise<string> => {
  let text = ''
  while (!text.includes(words)) {
    const { done, value } = await reader.read()
    if (done) break
    text += new TextDecoder().decode(value)
  }
  return text
}

test('a stream reports at once that it is ready, and cannot be cached, changed or buffered by proxies', async () => {
  const answer = await open()
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  const reader = answer.body!.getReader()
  expect(await readUntil(reader, '\n\n')).toMatch(/^retry: \d+\nid: \d+\nevent: ready\ndata: {}\n\n$/)
  await reader.cancel()
})

test('commits are pushed to the page', async () => {
  const reader = (await open()).body!.getReader()
  await readUntil(reader, 'ready')
  const { body: endpoint } = await server.as().send('POST', '/v1/webhooks', {
    url: 'https://receiver.example/hook',
    events: ['*'],
  })
  await server.as().send('POST', `/v1/webhooks/${endpoint.id}/test`)
  const text = await readUntil(reader, '\n\n')
  expect(text).toContain('event: webhook.test\n')
  expect(JSON.parse(/^data: (.*)$/m.exec(text)![1]!)).toMatchObject({ type: 'webhook.test' })
  await reader.cancel()
})

test('a server that stops closes its streams, and stops at once', async () => {
  const reader = (await open()).body!.getReader()
  await readUntil(reader, 'ready')
  const stopped = server.close()
  expect(await readUntil(reader, 'never')).toBe('')
  await stopped
  server = await startTestServer()
})

test('a closed page makes room for another', async () => {
  const readers = []
  for (let index = 0; index < 20; index++) readers.push((await open()).body!.getReader())
  expect((await open()).status).toBe(429)
  await readers[0]!.cancel()
  await expect
    .poll(async () => {
      const answer = await open()
      await answer.body!.cancel()
      return answer.status
    })
    .toBe(200)
  await Promise.all(readers.map((reader) => reader.cancel()))
})

test('a key gets no stream: programs use webhooks and the feed', async () => {
  expect((await server.as().send('GET', '/v1/live')).status).toBe(404)
})

test('without a session it is a 401', async () => {
  expect((await open({ cookie: '' })).status).toBe(401)
})
