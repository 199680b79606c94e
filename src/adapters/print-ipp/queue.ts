import type { PrinterSetUp } from '../../core/ports/print-partner.ts'
import type { PrinterNetwork } from '../print-package/connect.ts'
import { PrinterUnusable } from '../print-package/place.ts'
import { NoAnswer, send } from '../print-package/request.ts'
import {
  type Answer,
  type Attributes,
  decodeAnswer,
  encodeRequest,
  type Operation,
  operations,
  type Sent,
} from './codec.ts'

/** The printer refused the operation, so it did not happen. */
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
  /** Reasons for the state, as in RFC 8011; empty if the printer gives none. */
  reasons: string[]
}

export interface PrinterFacts {
  accepting: boolean
  /** Reasons why the printer is not working, as it reports them; empty if there are none. */
  reasons: string[]
  takesPdf: boolean
  /** Whether jobs can be held and released, so that a package is published in one step. */
  holds: boolean
  sides: string[]
  /** Whether scaling can be switched off. */
  isScaled: boolean
  colour: boolean | undefined
}

export interface IppQueue {
  host: string
  facts(): Promise<PrinterFacts>
  /** Returns the job id. */
  print(name: string, attributes: Sent, content: AsyncIterable<Uint8Array>): Promise<number>
  /** Returns pending and active jobs, and completed ones that the printer still remembers. */
  jobs(): Promise<PrintJob[]>
  release(id: number): Promise<void>
  cancel(id: number): Promise<void>
}

const printerAttributes = [
  'printer-is-accepting-jobs',
  'printer-state-reasons',
  'document-format-supported',
  'job-hold-until-supported',
  'operations-supported',
  'sides-supported',
  'color-supported',
  'print-scaling-supported',
]

/**
 * `job-uuid` is requested only to make CUPS read completed jobs from disk; otherwise it omits their names. A
 * job without a name would be taken for another program's.
 */
const jobAttributes = ['job-id', 'job-name', 'job-state', 'job-state-reasons', 'job-uuid']

type Send = (
  operation: Operation,
  own: Sent,
  job?: Sent,
  content?: AsyncIterable<Uint8Array>,
) => Promise<Answer>

/** Returns a client whose `ask` throws `IppRefused` if the printer refuses, `NoAnswer` if it fails. */
const ippClient = (
  { settings: { url = '', ca } }: Pick<PrinterSetUp, 'settings'>,
  network: PrinterNetwork,
): { host: string; ask: Send } => {
  const uri = new URL(url)
  const isSecure = uri.protocol === 'ipps:'
  const address = new URL(url.replace(/^ipps?:/, isSecure ? 'https:' : 'http:'))
  if (uri.port === '') address.port = '631'
  const host = address.host
  const route = isSecure ? network : (network.plain ?? network)

  const ask: Send = async (operation, own, job, content) => {
    const head = encodeRequest(operation, { 'printer-uri': url, ...own }, job)
    async function* body() {
      yield head
      if (content) yield* content
    }
    const headers = { 'content-type': 'application/ipp' }
    const { status, body: answer } = await send(
      { url: address, method: 'POST', headers, body: body(), ca },
      route,
    )
    if (status >= 500) throw new NoAnswer(`The printer ${host} answered ${status} to ${operation}.`)
    if (status !== 200) throw new IppRefused(host, operation, `HTTP ${status}`)
    const parsed = await decodeAnswer(answer)
    if (parsed.status !== 'successful') throw new IppRefused(host, operation, parsed.status)
    return parsed
  }
  return { host, ask }
}

export const openQueue = (printer: Pick<PrinterSetUp, 'settings'>, network: PrinterNetwork): IppQueue => {
  const { host, ask } = ippClient(printer, network)
  const user = { 'requesting-user-name': 'lettershop' }

  return {
    host,
    async facts() {
      const answer = await ask('Get-Printer-Attributes', { 'requested-attributes': printerAttributes })
      return factsOf(answer.printer[0] ?? new Map())
    },
    async print(name, attributes, content) {
      const own = { ...user, 'job-name': name, 'document-format': 'application/pdf' }
      const { job } = await ask('Print-Job', own, attributes, content)
      const id = job[0]?.get('job-id')?.[0]
      if (typeof id === 'number') return id
      throw new Error(`The printer ${host} accepted a job but returned no id.`)
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
        found.push(...answer.job.map(jobOf))
      }
      return found
    },
    release: async (id) => void (await ask('Release-Job', { 'job-id': id, ...user })),
    cancel: async (id) => void (await ask('Cancel-Job', { 'job-id': id, ...user })),
  }
}

/** Job states, numbered from 3 in RFC 8011. */
const states: readonly JobState[] = [
  'pending',
  'pending-held',
  'processing',
  'processing-stopped',
  'canceled',
  'aborted',
  'completed',
]

const jobOf = (job: Attributes): PrintJob => {
  const [id, state, name] = ['job-id', 'job-state', 'job-name'].map((field) => job.get(field)?.[0])
  // Treats an unknown state as processing, so that it is neither held nor aborted.
  return {
    id: Number(id),
    name: String(name ?? ''),
    state: states[Number(state) - 3] ?? 'processing',
    reasons: (job.get('job-state-reasons') ?? []).map(String),
  }
}

const factsOf = (printer: Attributes): PrinterFacts => {
  const all = (name: string) => printer.get(name) ?? []
  const [colour] = all('color-supported')
  return {
    accepting: all('printer-is-accepting-jobs')[0] !== false,
    reasons: all('printer-state-reasons')
      .map(String)
      .filter((reason) => reason !== 'none'),
    takesPdf: all('document-format-supported').includes('application/pdf'),
    holds:
      all('job-hold-until-supported').includes('indefinite') &&
      all('operations-supported').includes(operations['Release-Job']),
    sides: all('sides-supported').map(String),
    isScaled: all('print-scaling-supported').includes('none'),
    colour: typeof colour === 'boolean' ? colour : undefined,
  }
}
