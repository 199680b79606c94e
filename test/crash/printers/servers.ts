import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { httpsReceiver, jobsOf } from '../../../examples/shops/servers.ts'
import { startCups, startOfficePrinter } from '../../support/ipp-printers.ts'
import { startSftp } from '../../support/sftp-server.ts'
import { brokenPackage } from './packages.ts'

/** A PDF part that a printer has printed or will print. */
export interface Arrival {
  printer: string
  /** Id of the run or the remake. */
  package: string
  /** The attempt that sent the part; empty if the printer does not know it. */
  attempt: string
  part: string
  pdf: Uint8Array
}

/** A printer's real server, which survives every kill. */
export interface WatchedPrinter {
  key: string
  kind: 'SFTP' | 'HTTPS' | 'IPP'
  settings: object
  secret?: string
  /** Countries whose recipients are printed here. */
  countries: readonly string[]
  arrivals(): Promise<Arrival[]>
  /** Unexpected content: partial packages under their final name, jobs that are still held. */
  faults(): Promise<string[]>
  /** A text that changes whenever something arrives. */
  seen(): string
  end(): Promise<void>
}

const isPart = (name: string): boolean => name.endsWith('.pdf') && name !== 'proof.pdf'

/** OpenSSH's sftp-server. */
export const sftpPrinter = async (scratch: string): Promise<WatchedPrinter> => {
  const folder = join(scratch, 'sshd')
  mkdirSync(folder)
  const { port, user, root, hostKey, key, end } = await startSftp({ folder })
  const packages = () => readdirSync(root).filter((name) => name.startsWith('run_'))
  const filesOf = (name: string) =>
    new Map(readdirSync(join(root, name)).map((file) => [file, readFileSync(join(root, name, file))]))
  return {
    key: 'sftp',
    kind: 'SFTP',
    settings: { host: '127.0.0.1', port, user, path: root, hostKey },
    secret: key,
    countries: ['FR', 'BE'],
    arrivals: async () => packages().flatMap((name) => arrivalsIn('sftp', name, filesOf(name))),
    faults: async () => packages().flatMap((name) => brokenPackage(name, filesOf(name))),
    seen: () => readdirSync(root).join(),
    end,
  }
}

const arrivalsIn = (
  printer: string,
  name: string,
  files: ReadonlyMap<string, Uint8Array>,
  attempt = '',
): Arrival[] =>
  [...files].flatMap(([part, pdf]) => (isPart(part) ? [{ printer, package: name, attempt, part, pdf }] : []))

/** A receiver as in docs/printers.md. */
export const httpsPrinter = async (scratch: string): Promise<WatchedPrinter> => {
  const { server, ca, secret } = await httpsReceiver(scratch)
  return {
    key: 'https',
    kind: 'HTTPS',
    settings: { url: server.url, ca },
    secret,
    countries: ['DE', 'AT'],
    arrivals: async () =>
      server.printed.flatMap(({ run }) => arrivalsIn('https', run, server.packageOf(run) ?? new Map())),
    faults: async () => [
      ...server.printed.flatMap(({ run }) => brokenPackage(run, server.packageOf(run) ?? new Map())),
      ...server.unsigned.map((request) => `${request} was not signed`),
    ],
    seen: () => String(server.requests),
    end: () => server.end(),
  }
}

/** Returns the part that a job named `<package>.<attempt>.<part>` printed. */
const jobNamed = (printer: string, name: string, pdf: Uint8Array): Arrival => {
  const [id = '', attempt = '', ...part] = name.split('.')
  return { printer, package: id, attempt, part: part.join('.'), pdf }
}

/** Debian's CUPS, whose queue can hold jobs. */
export const cupsPrinter = async (): Promise<WatchedPrinter> => {
  const cups = await startCups()
  const spooled = (job: Record<string, unknown>) =>
    join(cups.spool, `d${String(job['job-id']).padStart(5, '0')}-001`)
  const jobs = async () =>
    (await jobsOf(cups.url)).filter(({ 'job-name': name }) => String(name).startsWith('run_'))
  const isState = (job: Record<string, unknown>, ...states: string[]) =>
    states.includes(String(job['job-state']))
  return {
    key: 'cups',
    kind: 'IPP',
    settings: { url: cups.url },
    countries: ['GB', 'US'],
    async arrivals() {
      const printed = (await jobs()).filter((job) => !isState(job, 'canceled', 'aborted', 'pending-held'))
      return printed.map((job) => {
        const path = spooled(job)
        const pdf = existsSync(path) ? readFileSync(path) : new Uint8Array()
        return jobNamed('cups', String(job['job-name']), pdf)
      })
    },
    faults: async () =>
      (await jobs()).flatMap((job) =>
        isState(job, 'pending-held') ? [`The job ${job['job-name']} is held forever`] : [],
      ),
    seen: () => readdirSync(cups.spool).join(),
    end: () => cups.end(),
  }
}

/** An office printer, which holds no jobs: everything sent is printed. */
export const officePrinter = async (): Promise<WatchedPrinter> => {
  // It answers once the paper is out, so that a kill may happen between two parts.
  const office = await startOfficePrinter({ answersAfterMs: 60 })
  return {
    key: 'office',
    kind: 'IPP',
    settings: { url: office.url },
    countries: ['RE', 'NL'],
    arrivals: async () => office.jobs.map(({ name, document }) => jobNamed('office', name, document)),
    faults: async () => [],
    seen: () => String(office.jobs.length),
    end: () => office.end(),
  }
}
