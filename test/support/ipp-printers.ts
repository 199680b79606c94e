import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ipp from '@sealsystems/ipp'
import { endWithUs } from './end-with-us.ts'
import { freePort } from './free-port.ts'
import { answering } from './sftp-server.ts'

export const cupsTools = ['/usr/sbin/cupsd', '/usr/sbin/lpadmin']

export interface RunningPrinter {
  url: string
  end(): Promise<void>
}

const started = async (program: string, args: string[], port: number, folder: string) => {
  const child = endWithUs(spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: folder }))
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  await answering(port, () => (child.exitCode === null ? undefined : `${program} ended: ${output}`))
  return async () => {
    if (child.exitCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Starts a simulated office printer: duplex, without support for held jobs. Debian's ippeveprinter is no
 * alternative, because it needs a DNS-SD service, which test machines lack.
 */
export const startOfficePrinter = async ({
  answersAfterMs = 0,
} = {}): Promise<RunningPrinter & { jobs: OfficeJob[] }> => {
  const jobs: OfficeJob[] = []
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    let isWhole = true
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer)
    } catch {
      // The sender has disconnected. A real printer may have printed pages already, so the job is kept.
      isWhole = false
    }
    const bytes = Buffer.concat(chunks)
    const message = ipp.parse(bytes) as Record<string, Record<string, unknown>>
    const own = message['operation-attributes-tag'] ?? {}
    const answers: Record<string, () => object> = {
      'Get-Printer-Attributes': () => ({ 'printer-attributes-tag': officeAttributes }),
      'Print-Job': () => {
        const attributes = message['job-attributes-tag'] ?? {}
        const document = bytes.subarray(Math.max(0, bytes.indexOf('%PDF-')))
        jobs.push({ name: String(own['job-name']), attributes, document, isWhole })
        return { 'job-attributes-tag': { 'job-id': jobs.length, 'job-state': 'processing' } }
      },
      'Get-Jobs': () => ({
        'job-attributes-tag':
          own['which-jobs'] === 'completed'
            ? jobs.map(({ name, isWhole }, index) => ({
                'job-id': index + 1,
                'job-name': name,
                'job-state': isWhole ? 'completed' : 'aborted',
              }))
            : [],
      }),
    }
    const answer = answers[String(message.operation)]?.()
    if (message['job-attributes-tag']) await new Promise((resolve) => setTimeout(resolve, answersAfterMs))
    const reply = ipp.serialize({
      version: '2.0',
      statusCode: answer ? 'successful-ok' : 'server-error-operation-not-supported',
      id: 1,
      'operation-attributes-tag': { 'attributes-charset': 'utf-8', 'attributes-natural-language': 'en' },
      ...answer,
    })
    response.end(String(message.operation) === 'Get-Printer-Attributes' ? withScaling(reply) : reply)
  }
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `ipp://127.0.0.1:${(server.address() as AddressInfo).port}/ipp/print`,
    jobs,
    async end() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export interface OfficeJob {
  name: string
  attributes: Record<string, unknown>
  /** The received part of the PDF. */
  document: Buffer
  isWhole: boolean
}

const officeAttributes = {
  'printer-is-accepting-jobs': true,
  'printer-state-reasons': 'none',
  'document-format-supported': ['application/pdf'],
  'operations-supported': ['Print-Job', 'Get-Jobs', 'Get-Printer-Attributes'],
  'sides-supported': ['one-sided', 'two-sided-long-edge'],
  'color-supported': false,
}

/** Adds an attribute that the IPP library does not know: the printer can print without scaling. */
const withScaling = (reply: Buffer): Buffer => {
  const [name, value] = ['print-scaling-supported', 'none'].map((text) => Buffer.from(text)) as [
    Buffer,
    Buffer,
  ]
  const length = ({ length: bytes }: Buffer) => Buffer.from([0, bytes])
  const attribute = [Buffer.from([0x44]), length(name), name, length(value), value]
  return Buffer.concat([reply.subarray(0, -1), ...attribute, reply.subarray(-1)])
}

/**
 * Starts Debian's CUPS with its own settings and a queue that discards its output. `spool` keeps the files.
 */
export const startCups = async (): Promise<RunningPrinter & { spool: string }> => {
  const folder = mkdtempSync(join(tmpdir(), 'lettershop-cups-'))
  const port = await freePort()
  for (const name of ['root', 'spool', 'cache', 'state', 'tmp'])
    mkdirSync(join(folder, name), { mode: 0o755 })
  writeFileSync(
    join(folder, 'files.conf'),
    [
      'FileDevice Yes',
      `ServerRoot ${folder}/root`,
      `RequestRoot ${folder}/spool`,
      `CacheDir ${folder}/cache`,
      `StateDir ${folder}/state`,
      `TempDir ${folder}/tmp`,
      'AccessLog stderr',
      'ErrorLog stderr',
      'PageLog stderr',
      'SystemGroup root lpadmin',
      '',
    ].join('\n'),
  )
  writeFileSync(
    join(folder, 'cupsd.conf'),
    [
      `Listen 127.0.0.1:${port}`,
      'Browsing Off',
      'WebInterface No',
      'DefaultAuthType None',
      'MaxJobs 0',
      'PreserveJobHistory Yes',
      'PreserveJobFiles Yes',
      '<Location />',
      'Order allow,deny',
      'Allow all',
      '</Location>',
      '<Policy default>',
      'JobPrivateAccess all',
      'JobPrivateValues none',
      '<Limit All>',
      'Order deny,allow',
      'Allow all',
      '</Limit>',
      '</Policy>',
      '',
    ].join('\n'),
  )
  const args = ['-f', '-c', join(folder, 'cupsd.conf'), '-s', join(folder, 'files.conf')]
  const end = await started('/usr/sbin/cupsd', args, port, folder)
  const queue = ['-h', `127.0.0.1:${port}`, '-p', 'letters', '-E', '-v', 'file:///dev/null', '-m', 'raw']
  const { status, stderr } = spawnSync('/usr/sbin/lpadmin', queue, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`lpadmin: ${stderr}`)
  return { url: `ipp://127.0.0.1:${port}/printers/letters`, spool: join(folder, 'spool'), end }
}
