/**
 * Validates the calls of the tests against the API document: `node scripts/test-calls.ts`. LETTERSHOP_RECORD names
 * the folder in which a test run recorded its calls; without it the tests over HTTP and of the core run first. Each
 * call is repeated through Prism's proxy with `--errors`, to a server that replays the recorded answer:
 *
 * - every answer must match the document's schema for its operation and status;
 * - every accepted request must match the document.
 *
 * Refused requests may violate the document, so only their answers are checked.
 */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPrism } from '../test/support/prism.ts'
import { type Exchange, shapeOf } from '../test/support/recorder.ts'
import { apiDocumentFile } from './api-document.ts'

const root = join(import.meta.dirname, '..')
const document = await apiDocumentFile()
/** Concurrent requests. */
const connections = 8

const recorded = (): Exchange[] => {
  const given = process.env.LETTERSHOP_RECORD
  const folder = given ?? mkdtempSync(join(tmpdir(), 'lettershop-calls-'))
  if (given === undefined) {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    execFileSync(process.execPath, [vitest, 'run', '--project=all', 'test/api', 'test/core'], {
      cwd: root,
      env: { ...process.env, LETTERSHOP_RECORD: folder },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  const byShape = new Map<string, Exchange>()
  for (const name of readdirSync(folder)) {
    for (const line of readFileSync(join(folder, name), 'utf8').trim().split('\n')) {
      const exchange = JSON.parse(line) as Exchange
      byShape.set(shapeOf(exchange), exchange)
    }
  }
  if (given === undefined) rmSync(folder, { recursive: true })
  return [...byShape.values()].filter(isDocumented)
}

interface Documented {
  paths: Record<string, Record<string, unknown>>
}

const { paths } = JSON.parse(readFileSync(document, 'utf8')) as Documented
const routes = Object.entries(paths).map(([path, methods]) => ({
  pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  methods: Object.keys(methods).map((method) => method.toUpperCase()),
}))

/** Returns whether the document has the call's path and method. Tests also call others. */
const isDocumented = ({ method, target }: Exchange): boolean =>
  routes.some(({ pattern, methods }) => methods.includes(method) && pattern.test(target.split('?')[0]!))

/** Starts a server that answers requests with the recorded answer of the call in their `x-replay`. */
const startReplay = async (exchanges: readonly Exchange[]): Promise<Server> => {
  const server = createServer((request, response) => {
    const { status, answer, answerHeaders } = exchanges[Number(request.headers['x-replay'])]!
    request.resume()
    const kept = Object.entries(answerHeaders).filter(
      ([name]) => !/^(content-(length|encoding)|transfer-encoding|connection|date|keep-alive)$/i.test(name),
    )
    response.writeHead(status, Object.fromEntries(kept))
    response.end(answer ?? (/json/.test(answerHeaders['Content-Type'] ?? '') ? '{}' : ''))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

/** Credentials for calls of which only the answer is checked: Prism refuses requests without any. */
const everyCredential = { authorization: 'Bearer any', cookie: 'lettershop_session=any' }
/** Spells the scheme `Bearer`: its name is case-insensitive (RFC 9110), but Prism accepts no other. */
const asPrismReads = (headers: Record<string, string>): Record<string, string> =>
  headers.authorization === undefined
    ? headers
    : { ...headers, authorization: headers.authorization.replace(/^bearer /i, 'Bearer ') }

/** Replaces bodies of refused requests: they are not checked, and some nest too deeply for Prism's stack. */
const bodyOf = ({ status, body }: Exchange): string => (status < 400 ? body! : '{}')

/** Returns the violations that Prism reports for a call; undefined if it passes the recorded answer on. */
const objection = async (
  port: number,
  exchange: Exchange,
  index: number,
  headers: Record<string, string>,
): Promise<string | undefined> => {
  const response = await fetch(`http://127.0.0.1:${port}${exchange.target}`, {
    method: exchange.method,
    headers: { ...headers, 'x-replay': String(index) },
    redirect: 'manual',
    ...(exchange.body === undefined || exchange.method === 'GET' ? {} : { body: bodyOf(exchange) }),
  })
  const text = await response.text()
  return text.includes('stoplight.io/prism/errors') ? text : undefined
}

const exchanges = recorded()
const replay = await startReplay(exchanges)
const upstream = `http://127.0.0.1:${(replay.address() as AddressInfo).port}`
const proxy = (...options: string[]) =>
  startPrism(upstream, '--errors', '--cors=false', '--verboseLevel=error', ...options)
/** One proxy checks only answers, the other requests and their answers. */
const [answers, both] = await Promise.all([proxy('--validate-request=false'), proxy()])
const mismatches: string[] = []
let next = 0
const runConnection = async () => {
  for (let index = next++; index < exchanges.length; index = next++) {
    const exchange = exchanges[index]!
    const accepted = exchange.status < 400 && !exchange.sentBytes
    const against = accepted
      ? await objection(both.port, exchange, index, asPrismReads(exchange.headers))
      : await objection(answers.port, exchange, index, { ...exchange.headers, ...everyCredential })
    if (against === undefined) continue
    mismatches.push(
      `${exchange.method} ${exchange.target} → ${exchange.status}\n  ${against}\n  ${exchange.answer ?? ''}`,
    )
  }
}
await Promise.all(Array.from({ length: connections }, runConnection))
for (const prism of [answers, both]) prism.stop()
replay.close()
replay.closeAllConnections()
for (const mismatch of mismatches.slice(0, 50)) console.error(`${mismatch}\n`)
const accepted = exchanges.filter(({ status }) => status < 400).length
console.log(
  `${exchanges.length} calls through Prism (${accepted} accepted, ${exchanges.length - accepted} refused): ${mismatches.length} mismatches`,
)
if (mismatches.length > 0 || exchanges.length < 1000) process.exitCode = 1
