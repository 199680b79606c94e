import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ipp from '@sealsystems/ipp'
import { startHttpsPrinter } from '../../test/support/https-printer.ts'
import { startCups } from '../../test/support/ipp-printers.ts'
import { startSftp } from '../../test/support/sftp-server.ts'
import { run } from '../support/tools.ts'
import type { Whereabouts } from './shop.ts'

/** A printer of this run: its address, its secret, and access to what it received. */
export interface Printer {
  settings: object
  secret?: string
  /** True if it receives only pages, without the files that describe them. */
  isGivenPagesOnly?: true
  /** Returns whether it received a run. */
  has(runId: string): Promise<boolean>
  /** Writes the received package of a run to a folder, which already has the lists that are not on the printer. */
  collect(runId: string, folder: string): Promise<{ files: number; how: string }>
  end(): Promise<void>
}

/** OpenSSH's server, with its own key and one for the shop. */
export const sftpPrinter = async (scratch: string): Promise<Printer> => {
  const folder = join(scratch, `sshd-${Math.random().toString(36).slice(2)}`)
  mkdirSync(folder)
  const server = await startSftp({ folder })
  return {
    settings: {
      host: '127.0.0.1',
      port: server.port,
      user: server.user,
      path: server.root,
      hostKey: server.hostKey,
    },
    secret: server.key,
    has: async (runId) => existsSync(join(server.root, runId)),
    collect: async (runId, to) => copied(join(server.root, runId), to, 'OpenSSH sftp-server'),
    end: () => server.end(),
  }
}

/** A receiver as in docs/printers.md, with a certificate for this machine's address. */
export const httpsPrinter = async (scratch: string): Promise<Printer> => {
  const { server, ca, secret } = await httpsReceiver(scratch)
  return {
    settings: { url: server.url, ca },
    secret,
    has: async (runId) => server.packageOf(runId) !== undefined,
    async collect(runId, to) {
      const files = server.packageOf(runId)
      if (!files) throw new Error(`Leeds has no package of ${runId}`)
      if (server.unsigned.length > 0) throw new Error(`Not signed: ${server.unsigned.join(', ')}`)
      mkdirSync(to, { recursive: true })
      for (const [name, bytes] of files) writeFileSync(join(to, name), bytes)
      return { files: files.size, how: 'HTTPS receiver' }
    },
    end: () => server.end(),
  }
}

/** The receiver, with its certificate and secret. */
export const httpsReceiver = async (scratch: string) => {
  const [cert, key] = [join(scratch, 'leeds.pem'), join(scratch, 'leeds.key')]
  const subject = ['-subj', '/CN=leeds', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2']
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  run('openssl', ['req', '-x509', ...curve, ...subject, '-keyout', key, '-out', cert])
  const ca = readFileSync(cert, 'utf8')
  const secret = 'of Leeds and the company'
  const certificate = { cert: ca, key: readFileSync(key, 'utf8') }
  const server = await startHttpsPrinter({ certificate, host: '127.0.0.1', secret })
  return { server, ca, secret }
}

/** A folder named in the shop's settings. */
export const folderPrinter = (root: string): Printer => ({
  settings: {},
  has: async (runId) => existsSync(join(root, runId)),
  collect: async (runId, to) => copied(join(root, runId), to, 'folder'),
  end: async () => {},
})

/** Debian's CUPS, which keeps printed jobs. */
export const cupsPrinter = async (): Promise<Printer> => {
  const cups = await startCups()
  const jobsOfRun = async (runId: string) =>
    (await jobsOf(cups.url)).filter((job) => String(job['job-name']).startsWith(`${runId}.`))
  return {
    settings: { url: cups.url },
    isGivenPagesOnly: true,
    has: async (runId) => (await jobsOfRun(runId)).length > 0,
    async collect(runId, to) {
      const jobs = await jobsOfRun(runId)
      for (const job of jobs) {
        const name = String(job['job-name']).split('.').slice(2).join('.')
        const spooled = join(cups.spool, `d${String(job['job-id']).padStart(5, '0')}-001`)
        writeFileSync(join(to, name), readFileSync(spooled))
      }
      const sides = [...new Set(jobs.map((job) => `${job.sides} on ${job.media}`))]
      return { files: jobs.length, how: `CUPS, ${sides.join(' and ')}` }
    },
    end: () => cups.end(),
  }
}

const copied = (from: string, to: string, how: string) => {
  cpSync(from, to, { recursive: true })
  return { files: readdirSync(to).length, how }
}

/** Lists all jobs of a queue, printed and pending. */
export const jobsOf = async (url: string): Promise<Record<string, unknown>[]> => {
  const body = ipp.serialize({
    operation: 'Get-Jobs',
    id: 1,
    version: '2.0',
    'operation-attributes-tag': {
      'attributes-charset': 'utf-8',
      'attributes-natural-language': 'en',
      'printer-uri': url,
      'which-jobs': 'all',
      // Requesting the UUID makes CUPS include the names of printed jobs.
      'requested-attributes': ['job-id', 'job-name', 'job-state', 'job-uuid', 'sides', 'media'],
    },
  })
  const response = await fetch(url.replace(/^ipp:/, 'http:'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/ipp' },
    body: new Uint8Array(body),
  })
  const answer = ipp.parse(Buffer.from(await response.arrayBuffer())) as Record<string, unknown>
  const jobs = answer['job-attributes-tag'] ?? []
  return (Array.isArray(jobs) ? jobs : [jobs]) as Record<string, unknown>[]
}

/** Settings of printers in this run for the catalogue file, with secrets by reference to a file or variable. */
export const whereaboutsOf = (
  printers: Readonly<Record<string, Printer>>,
  references: Readonly<Record<string, object>>,
): Whereabouts =>
  Object.fromEntries(
    Object.entries(printers).map(([key, { settings }]) => [
      key,
      { settings, ...(references[key] ? { secret: references[key] } : {}) },
    ]),
  )
