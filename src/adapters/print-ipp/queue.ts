import type { PrinterSetUp } from '../../core/ports/printers.ts'
import type { PrinterNetwork } from '../print-package/connect.ts'
import { PrinterUnusable } from '../print-package/place.ts'
import { NoAnswer, send } from '../print-package/request.ts'

/** The printer answered that it does not do this: nothing happened. */
export class IppRefused extends PrinterUnusable {
  readonly status: string
  constructor(host: string, operation: string, status: string) {
    super(`The printer ${host} answered ${status} to ${operation}.`)
    this.status = status
  }
}

export type JobState =
  | 'pending'
  | 'pending-held'
  | 'processing'
  | 'processing-stopped'
  | 'canceled'
  | 'aborted'
  | 'completed'

export interface PrintJob {
  id: number
  name: string
  state: JobState
}

export interface PrinterFacts {
  accepting: boolean
  /** Why it does nothing at the moment, in its own words; empty where nothing is wrong. */
  reasons: string[]
  takesPdf: boolean
  /** Whether a job may be held and released, which makes a package appear in one step. */
  holds: boolean
  sides: string[]
  colour: boolean | undefined
}

/** A queue that is spoken to over IPP (RFC 8011). */
export interface IppQueue {
  host: string
  facts(): Promise<PrinterFacts>
  /** Returns the job's number. */
  print(name: string, attributes: object, content: AsyncIterable<Uint8Array>): Promise<number>
  /** Jobs that wait or print, and those that are done as long as the printer remembers them. */
  jobs(): Promise<PrintJob[]>
  release(id: number): Promise<void>
  cancel(id: number): Promise<void>
}

type Attributes = Record<string, unknown>

const printerAttributes = [
  'printer-is-accepting-jobs',
  'printer-state-reasons',
  'document-format-supported',
  'job-hold-until-supported',
  'operations-supported',
  'sides-supported',
  'color-supported',
]

/**
 * CUPS keeps the names of jobs that are done on its disk, and leaves them out where nothing that is asked for
 * is there too. Without its name a job would be taken for another program's. The UUID has it look there.
 */
const jobAttributes = ['job-id', 'job-name', 'job-state', 'job-uuid']

type Ask = (
  operation: string,
  own: object,
  rest?: object,
  content?: AsyncIterable<Uint8Array>,
) => Promise<Attributes>

/** How operations are asked of a printer. Throws `IppRefused` where it refuses one, `NoAnswer` where it fails. */
const askerOf = (
  { settings: { url = '', ca } }: Pick<PrinterSetUp, 'settings'>,
  network: PrinterNetwork,
): { host: string; ask: Ask } => {
  const uri = new URL(url)
  const isSecure = uri.protocol === 'ipps:'
  const address = new URL(url.replace(/^ipps?:/, isSecure ? 'https:' : 'http:'))
  if (uri.port === '') address.port = '631'
  const host = address.host
  const way = isSecure ? network : (network.plain ?? network)

  const ask: Ask = async (operation, own, rest = {}, content) => {
    // Loaded with the first print job, to keep the start short.
    const { default: ipp } = await import('@sealsystems/ipp')
    const head = ipp.serialize({
      version: '2.0',
      operation,
      id: 1,
      'operation-attributes-tag': {
        'attributes-charset': 'utf-8',
        'attributes-natural-language': 'en',
        'printer-uri': url,
        ...own,
      },
      ...rest,
    })
    async function* body() {
      yield head
      if (content) yield* content
    }
    const headers = { 'content-type': 'application/ipp' }
    const { status, body: answer } = await send(
      { url: address, method: 'POST', headers, body: body(), ca },
      way,
    )
    if (status >= 500) throw new NoAnswer(`The printer ${host} answered ${status} to ${operation}.`)
    if (status !== 200) throw new IppRefused(host, operation, `HTTP ${status}`)
    const parsed = ipp.parse(Buffer.from(answer)) as Attributes
    const said = String(parsed.statusCode)
    if (!said.startsWith('successful')) throw new IppRefused(host, operation, said)
    return parsed
  }
  return { host, ask }
}

export const openQueue = (printer: Pick<PrinterSetUp, 'settings'>, network: PrinterNetwork): IppQueue => {
  const { host, ask } = askerOf(printer, network)
  const user = { 'requesting-user-name': 'lettershop' }

  return {
    host,
    async facts() {
      const answer = await ask('Get-Printer-Attributes', { 'requested-attributes': printerAttributes })
      return factsOf((answer['printer-attributes-tag'] ?? {}) as Attributes)
    },
    async print(name, attributes, content) {
      const own = { ...user, 'job-name': name, 'document-format': 'application/pdf' }
      const answer = await ask('Print-Job', own, { 'job-attributes-tag': attributes }, content)
      return Number((answer['job-attributes-tag'] as Attributes)['job-id'])
    },
    async jobs() {
      const found: PrintJob[] = []
      for (const which of ['not-completed', 'completed']) {
        const own = {
          ...user,
          'which-jobs': which,
          'requested-attributes': jobAttributes,
        }
        const answer = await ask('Get-Jobs', own)
        for (const job of listOf(answer['job-attributes-tag'])) found.push(jobOf(job as Attributes))
      }
      return found
    },
    release: async (id) => void (await ask('Release-Job', { 'job-id': id, ...user })),
    cancel: async (id) => void (await ask('Cancel-Job', { 'job-id': id, ...user })),
  }
}

const listOf = (value: unknown): unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

const jobOf = (job: Attributes): PrintJob => ({
  id: Number(job['job-id']),
  name: String(job['job-name'] ?? ''),
  state: String(job['job-state']) as JobState,
})

const factsOf = (printer: Attributes): PrinterFacts => {
  const words = (name: string) => listOf(printer[name]).map(String)
  const colour = printer['color-supported']
  return {
    accepting: printer['printer-is-accepting-jobs'] !== false,
    reasons: words('printer-state-reasons').filter((reason) => reason !== 'none'),
    takesPdf: words('document-format-supported').includes('application/pdf'),
    holds:
      words('job-hold-until-supported').includes('indefinite') &&
      words('operations-supported').includes('Release-Job'),
    sides: words('sides-supported'),
    colour: typeof colour === 'boolean' ? colour : undefined,
  }
}
