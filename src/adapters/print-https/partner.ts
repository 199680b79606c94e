import { createHash, createHmac } from 'node:crypto'
import type {
  HandOverJournal,
  PrinterAnswer,
  PrinterSetUp,
  PrintPartner,
} from '../../core/ports/print-partner.ts'
import type { PrinterNetwork } from '../print-package/connect.ts'
import { createPackagePartner, type PackagePartnerOptions } from '../print-package/partner.ts'
import { namedFiles, type PackagePlace, PrinterUnusable } from '../print-package/place.ts'
import { NoAnswer, type PrinterResponse, send } from '../print-package/request.ts'

type Printer = Pick<PrinterSetUp, 'settings' | 'secret'>

/**
 * Creates a printer that receives packages over HTTPS (docs/printers.md#https). Files are uploaded below the
 * attempt; a small signed commit request publishes them. The printer accepts one commit for each run and
 * answers any other with the accepted one, so that nothing is printed twice.
 */
export const createHttpsPartner = (
  printer: Printer,
  network: PrinterNetwork,
  journal: HandOverJournal,
): PrintPartner => createPackagePartner({ name: 'https', journal, at: atHttps(printer, network) })

export const atHttps =
  (printer: Printer, network: PrinterNetwork): PackagePartnerOptions['at'] =>
  (runId, work) =>
    work(placeAt(callsOf(printer, network), runId))

/** Tests the connection by requesting a run that can't exist. */
export const checkHttps = async (printer: Printer, network: PrinterNetwork): Promise<PrinterAnswer> => {
  const calls = callsOf(printer, network)
  await calls.call('GET', 'runs/run_none', [200, 404])
  return { ok: true, detail: `${calls.host} responds.` }
}

/** The printer refused a step, so it did not happen. */
class Refused extends PrinterUnusable {}

interface Calls {
  host: string
  call(
    method: string,
    path: string,
    expected: readonly number[],
    body?: AsyncIterable<Uint8Array> | string,
  ): Promise<PrinterResponse>
}

const callsOf = ({ settings: { url = '', ca }, secret = '' }: Printer, network: PrinterNetwork): Calls => {
  const base = new URL(url.endsWith('/') ? url : `${url}/`)
  return {
    host: base.host,
    async call(method, path, expected, body) {
      const address = new URL(path, base)
      // Signs the body of a commit, else only the method and path, so that receivers need not buffer files.
      const signed = typeof body === 'string' ? body : `${method} ${address.pathname}`
      const headers = {
        ...signatureOf(signed, secret),
        ...(typeof body === 'string'
          ? { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
          : body
            ? { 'content-type': 'application/octet-stream' }
            : {}),
      }
      const response = await send(
        { url: address, method, headers, ca, ...(body ? { body: bytesOf(body) } : {}) },
        network,
      )
      if (expected.includes(response.status)) return response
      const detail = `The printer ${base.host} answered ${response.status} to ${method} ${address.pathname}.`
      // After a gateway's error the outcome is unknown: the server behind it may have succeeded.
      throw response.status >= 500 ? new NoAnswer(detail) : new Refused(detail)
    },
  }
}

/** Returns headers that sign like a webhook: `v1`, the HMAC of timestamp, dot and text. */
const signatureOf = (text: string, secret: string): Record<string, string> => {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const mac = createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('hex')
  return {
    'user-agent': 'Lettershop-Printing/1',
    'x-webhook-timestamp': timestamp,
    'x-webhook-signature': `v1=${mac}`,
  }
}

async function* bytesOf(body: AsyncIterable<Uint8Array> | string): AsyncGenerator<Uint8Array> {
  if (typeof body === 'string') yield Buffer.from(body)
  else yield* body
}

interface SentFile {
  name: string
  bytes: number
  sha256: string
}

const placeAt = ({ call, host }: Calls, runId: string): PackagePlace => {
  const run = `runs/${runId}`
  const of = (attempt: string) => `${run}/attempts/${attempt}`
  const sent = new Map<string, SentFile[]>()
  const taken = async (): Promise<string | undefined> => {
    const { status, body } = await call('GET', run, [200, 404])
    if (status === 404) return undefined
    return String((JSON.parse(Buffer.from(body).toString()) as { attempt?: unknown }).attempt ?? 'unknown')
  }
  return {
    reference: `${host}/${run}`,
    assertRight: async () => void (await taken()),
    isThere: async () => (await taken()) !== undefined,
    async begin(attempt) {
      await call('PUT', of(attempt), [200, 201, 204])
      sent.set(attempt, [])
    },
    async hasBegun(attempt) {
      return (await call('GET', of(attempt), [200, 404, 410])).status === 200
    },
    async write(attempt, handOver) {
      for await (const { name, content } of namedFiles(handOver.files)) {
        const file = { name, bytes: 0, sha256: '' }
        const path = `${of(attempt)}/files/${encodeURIComponent(name)}`
        await call('PUT', path, [200, 201, 204], counted(content, file))
        sent.get(attempt)?.push(file)
      }
      return undefined
    },
    async publish(attempt) {
      const commit = JSON.stringify({ run: runId, attempt, files: sent.get(attempt) ?? [] })
      const { status } = await call('POST', `${of(attempt)}/commit`, [200, 201, 202, 204, 409], commit)
      if (status !== 409) return 'published'
      if ((await taken()) === undefined) throw new Refused(`The printer ${host} refuses the package.`)
      return 'taken'
    },
    async stop(except) {
      const query = except === undefined ? '' : `?except=${encodeURIComponent(except)}`
      const { body } = await call('DELETE', `${run}/attempts${query}`, [200])
      const { stopped = [] } = JSON.parse(Buffer.from(body).toString()) as { stopped?: string[] }
      return { has: (attempt) => stopped.includes(attempt), remove: async () => {} }
    },
    remove: async (attempt) => void (await call('DELETE', of(attempt), [200, 204, 404, 410])),
    keep: async () => {},
    discard: async () => void (await call('DELETE', `${run}/files`, [200, 204, 404])),
    isRefusal: (error) => error instanceof Refused || error instanceof PrinterUnusable,
    asUnusable(error) {
      if (error instanceof PrinterUnusable) return error
      if (error instanceof Refused || error instanceof NoAnswer) {
        return new PrinterUnusable(error.message, { cause: error })
      }
      throw error
    },
  }
}

async function* counted(content: AsyncIterable<Uint8Array>, file: SentFile): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const chunk of content) {
    hash.update(chunk)
    file.bytes += chunk.length
    yield chunk
  }
  file.sha256 = hash.digest('hex')
}
