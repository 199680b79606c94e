/**
 * An HTTP client in a separate thread, so that its processor time is not counted as the server's. Starting a
 * program for every call would block the event loop while the process's page tables are copied.
 */
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { request } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'

export interface Sent {
  method: string
  url: string
  key: string
  body?: unknown
  /** Path of a file to send as the body. */
  file?: string
  /** Path of a file for the answer's body. */
  output?: string
}

interface Answer {
  id: number
  status: number
  text: string
}

const perform = async ({ method, url, key, body, file, output }: Sent): Promise<Omit<Answer, 'id'>> => {
  const json = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
  const length = file === undefined ? json?.length : statSync(file).size
  const call = request(url, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      ...(json ? { 'Content-Type': 'application/json' } : {}),
      ...(length === undefined ? {} : { 'Content-Length': length }),
    },
  })
  const answered = new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    call.on('response', resolve)
    call.on('error', reject)
  })
  if (file === undefined) call.end(json)
  else await pipeline(createReadStream(file), call)
  const response = await answered
  const status = response.statusCode!
  if (output !== undefined && status < 400) {
    await pipeline(response, createWriteStream(output))
    return { status, text: '' }
  }
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  return { status, text }
}

if (!isMainThread && parentPort) {
  const port = parentPort
  port.on('message', async ({ id, sent }: { id: number; sent: Sent }) => {
    const answer = await perform(sent).catch((error: Error) => ({ status: 599, text: String(error) }))
    port.postMessage({ id, ...answer } satisfies Answer)
  })
}

/**
 * Starts the thread. `send` returns the answer's JSON (undefined if empty), and throws for 4xx, 5xx or no
 * answer.
 */
export const startClient = () => {
  const worker = new Worker(new URL(import.meta.url))
  const waiting = new Map<number, (answer: Answer) => void>()
  worker.on('message', (answer: Answer) => {
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  let next = 0
  return {
    async send<T>(sent: Sent): Promise<T> {
      const id = next++
      const { status, text } = await new Promise<Answer>((resolve) => {
        waiting.set(id, resolve)
        worker.postMessage({ id, sent })
      })
      if (status >= 400) throw new Error(`${sent.method} ${sent.url}: ${status} ${text}`)
      return (text === '' ? undefined : JSON.parse(text)) as T
    },
    close: () => worker.terminate(),
  }
}
