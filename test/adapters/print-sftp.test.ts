import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { printerNetwork } from '../../src/adapters/print-package/connect.ts'
import { checkSftp, createSftpPartner, placeAt } from '../../src/adapters/print-sftp/partner.ts'
import { openSession, pinnedFingerprint } from '../../src/adapters/print-sftp/session.ts'
import type { PrinterSetUp } from '../../src/core/ports/print-partner.ts'
import { killedHandOverContract } from '../contract/killed-hand-over.ts'
import { handOver, printPartnerContract } from '../contract/print-partner.ts'
import { runJournal } from '../support/run-journal.ts'
import { type RunningSftp, sftpTools, startSftp } from '../support/sftp-server.ts'
import { describeWithTools } from '../support/tools.ts'

const loopback = printerNetwork(['127.0.0.0/8'])

describeWithTools(sftpTools, 'a printer with an SFTP server', () => {
  let server: RunningSftp
  let session: Awaited<ReturnType<typeof openSession>>
  beforeAll(async () => {
    server = await startSftp()
    session = await openSession(printer(server.root), loopback)
  })
  afterAll(async () => {
    await session.end()
    await server.end()
    rmSync(join(server.root, '..'), { recursive: true })
  })

  const newRoot = () => mkdtempSync(join(server.root, 'printer-'))
  const printer = (
    path: string,
    settings: object = {},
    secret = server.key,
  ): Pick<PrinterSetUp, 'settings' | 'secret'> => {
    const { port, user, hostKey } = server
    return { settings: { host: '127.0.0.1', port, user, path, hostKey, ...settings }, secret }
  }

  printPartnerContract('print-sftp', async () => {
    const root = newRoot()
    return {
      partner: createSftpPartner(printer(root), loopback, await runJournal()),
      packageOf: (runId) => lengthsIn(root, runId),
    }
  })

  killedHandOverContract('print-sftp', async () => {
    const root = newRoot()
    const taken = `${root}-taken`
    mkdirSync(taken)
    return {
      // One connection for all: a server on this machine takes half a second for each.
      at: (runId, body) => body(placeAt(session.files, printer(root), runId)),
      journal: await runJournal(),
      runId: 'run_1',
      async printed() {
        takeAll(root, taken)
        return readdirSync(taken).map((name) => readdirSync(join(taken, name)).sort())
      },
    }
  }, ['a.pdf', 'b.pdf', 'manifest.json'])

  const hand = async (setUp: Pick<PrinterSetUp, 'settings' | 'secret'>, network = loopback) =>
    createSftpPartner(setUp, network, await runJournal()).handOver(handOver('run_1', { 'a.pdf': 1 }))

  it.each<[string, () => Parameters<typeof hand>, RegExp]>([
    ['without a listener', () => [printer(newRoot(), { port: 9 })], /cannot be reached .*ECONNREFUSED/],
    [
      'with another host key',
      () => [printer(newRoot(), { hostKey: `SHA256:${'a'.repeat(43)}` })],
      /presented the host key SHA256:.{43}, but another is pinned/,
    ],
    ['that rejects the key', () => [printer(newRoot(), {}, 'a password')], /The login to .* failed/],
    ['whose folder is missing', () => [printer(join(server.root, 'gone'))], /gone does not exist/],
    ['at a private address', () => [printer(newRoot()), printerNetwork([])], /a loopback address, which/],
    ['whose folder is not writable', () => [printer('/proc')], /\/proc cannot be used \(/],
  ])('%s waits with a reason', async (_name, given, reason) => {
    expect(await hand(...given())).toEqual({ outcome: 'unavailable', reason: expect.stringMatching(reason) })
  })

  it('can also be identified by the fingerprint of its key', async () => {
    const hostKey = pinnedFingerprint(server.hostKey)!
    expect(hostKey).toMatch(/^SHA256:/)
    expect(await hand(printer(newRoot(), { hostKey }))).toMatchObject({ outcome: 'delivered' })
  })

  it('reports its state', async () => {
    expect(await checkSftp(printer(newRoot()), loopback)).toMatchObject({ ok: true })
    await expect(checkSftp(printer(join(server.root, 'gone')), loopback)).rejects.toThrow('does not exist')
  })

  it('reports only runs that were never about to be published while it is unavailable', async () => {
    const journal = await runJournal()
    const partner = createSftpPartner(printer(newRoot(), { port: 9 }), loopback, journal)
    expect(await partner.find('run_1')).toBe('absent')
    await journal.intend('run_1', 'a')
    await expect(partner.find('run_1')).rejects.toThrow('cannot be reached')
  })

  it('accepts a large file in pieces', async () => {
    const root = newRoot()
    const partner = createSftpPartner(printer(root), loopback, await runJournal())
    await partner.handOver(handOver('run_1', { 'a.pdf': 20_000_000 }))
    expect(lengthsIn(root, 'run_1')).toEqual({ 'a.pdf': 20_000_000 })
  })
})

const lengthsIn = (root: string, runId: string): Record<string, number> | undefined => {
  if (!readdirSync(root).includes(runId)) return undefined
  const path = join(root, runId)
  return Object.fromEntries(readdirSync(path).map((name) => [name, statSync(join(path, name)).size]))
}

/** A printer that removes every package as soon as it appears. */
const takeAll = (root: string, taken: string): void => {
  for (const name of readdirSync(root)) {
    if (name.startsWith('.')) continue
    renameSync(join(root, name), join(taken, `${basename(name)}-${readdirSync(taken).length}`))
  }
}
