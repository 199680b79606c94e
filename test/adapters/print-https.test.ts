import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { atHttps, checkHttps, createHttpsPartner } from '../../src/adapters/print-https/partner.ts'
import { printerNetwork } from '../../src/adapters/print-package/connect.ts'
import { killedHandOverContract } from '../contract/killed-hand-over.ts'
import { handOver, printPartnerContract } from '../contract/print-partner.ts'
import { testCertificate } from '../support/certificate.ts'
import { type HttpsPrinter, printerAddress, startHttpsPrinter } from '../support/https-printer.ts'
import { runJournal } from '../support/run-journal.ts'

const loopback = printerNetwork(['127.0.0.0/8'], printerAddress)

describe('a printer that receives packages', () => {
  let printers: HttpsPrinter[] = []
  const start = async () => {
    const printer = await startHttpsPrinter()
    printers.push(printer)
    return printer
  }
  let shared: HttpsPrinter
  beforeAll(async () => {
    shared = await start()
  })
  afterAll(async () => {
    await Promise.all(printers.map((printer) => printer.end()))
    printers = []
  })
  const setUp = ({ url, secret }: HttpsPrinter, settings: object = {}) => ({
    settings: { url, ca: testCertificate.cert, ...settings },
    secret,
  })
  const printedBy = ({ printed }: HttpsPrinter, runId: string) =>
    printed.find(({ run }) => run === runId)?.files

  // Printed packages stay in the printer's count, so `packageOf` hides those that were discarded.
  printPartnerContract('print-https', async () => {
    const printer = await start()
    const discarded = new Set<string>()
    const partner = createHttpsPartner(setUp(printer), loopback, await runJournal())
    return {
      partner: {
        ...partner,
        async discard(runId, known) {
          await partner.discard(runId, known)
          discarded.add(runId)
        },
      },
      packageOf: (runId) => (discarded.has(runId) ? undefined : printedBy(printer, runId)),
    }
  })

  let runs = 0
  killedHandOverContract('print-https', async () => {
    const runId = `run_killed_${++runs}`
    return {
      at: atHttps(setUp(shared), loopback),
      journal: await runJournal(runId),
      runId,
      printed: async () =>
        shared.printed.filter(({ run }) => run === runId).map(({ files }) => Object.keys(files).sort()),
    }
  }, ['a.pdf', 'b.pdf', 'manifest.json'])

  it.each<['nothing' | number]>([['nothing'], [500], [502]])(
    'that answers a commit with %s is queried, and prints once',
    async (status) => {
      const printer = await start()
      const partner = createHttpsPartner(setUp(printer), loopback, await runJournal())
      printer.answerCommits(status)
      await expect(partner.handOver(handOver('run_1', { 'a.pdf': 1 }))).rejects.toThrow(/answer/)
      printer.answerCommits(undefined)
      expect(await partner.find('run_1')).toBe('delivered')
      expect(printer.printed).toHaveLength(1)
    },
  )

  it('gets a signature with every request', async () => {
    const printer = await start()
    await createHttpsPartner(setUp(printer), loopback, await runJournal()).handOver(
      handOver('run_1', { 'a.pdf': 1 }),
    )
    expect(printer.unsigned).toEqual([])
    expect(printer.printed).toEqual([{ run: 'run_1', files: { 'a.pdf': 1 } }])
  })

  it('gets signatures as documented', async () => {
    const documentation = readFileSync(join(import.meta.dirname, '../../docs/printers.md'), 'utf8')
    const rows = /^\| `(?<request>\w+ \/in\/\S+)`.* \| `(?<signed>\d+\..+)` \| `(?<signature>v1=\w+)` \|$/gm
    const shown = [...documentation.matchAll(rows)].map(({ groups }) => groups!)
    const secret = 'a secret of printer and shop'
    for (const { signed, signature } of shown) {
      expect(signature).toBe(`v1=${createHmac('sha256', secret).update(signed!).digest('hex')}`)
    }
    const requests: { request: string; signature: unknown }[] = []
    const printer = createServer(testCertificate, ({ method, url, headers }, response) => {
      requests.push({ request: `${method} ${url}`, signature: headers['x-webhook-signature'] })
      response.writeHead(200).end('{"attempt":"2"}')
    }).listen(0, '127.0.0.1')
    await once(printer, 'listening')
    vi.useFakeTimers({ toFake: ['Date'], now: 1_767_582_000_000 })
    try {
      const url = `https://hooks.test:${(printer.address() as AddressInfo).port}/in`
      await atHttps({ settings: { url, ca: testCertificate.cert }, secret }, loopback)(
        'run_1',
        async (place) => {
          await place.isThere()
          await place.begin('2')
          await place.write('2', handOver('run_1', { 'a.pdf': 1 }))
          await place.publish('2')
          await place.stop('2')
        },
      )
    } finally {
      vi.useRealTimers()
      printer.close()
    }
    expect(requests).toEqual(shown.map(({ request, signature }) => ({ request, signature })))
  })

  it.each<[string, () => Parameters<typeof createHttpsPartner>[0], RegExp]>([
    ['with another secret', () => ({ ...setUp(shared), secret: 'another' }), /answered 401 to GET/],
    ['without a listener', () => setUp(shared, { url: 'https://hooks.test:9/in' }), /cannot be reached/],
    ['with an untrusted certificate', () => setUp(shared, { ca: undefined }), /self.signed certificate/],
  ])('%s waits with a reason', async (_name, given, reason) => {
    const partner = createHttpsPartner(given(), loopback, await runJournal())
    expect(await partner.handOver(handOver('run_1', { 'a.pdf': 1 }))).toEqual({
      outcome: 'unavailable',
      reason: expect.stringMatching(reason),
    })
    expect(await partner.find('run_1')).toBe('absent')
  })

  it('at a private address is not contacted unless the settings allow it', async () => {
    const closed = printerNetwork([], printerAddress)
    await expect(checkHttps(setUp(shared), closed)).rejects.toThrow(/may not reach|do not allow/)
    expect(await checkHttps(setUp(shared), loopback)).toMatchObject({ ok: true })
  })
})
