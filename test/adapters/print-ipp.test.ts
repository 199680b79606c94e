import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atIpp, checkIpp, createIppPartner } from '../../src/adapters/print-ipp/partner.ts'
import { openQueue } from '../../src/adapters/print-ipp/queue.ts'
import { printerNetwork } from '../../src/adapters/print-package/connect.ts'
import { killedHandOverContract } from '../contract/killed-hand-over.ts'
import { handOver } from '../contract/print-partner.ts'
import { cupsTools, type RunningPrinter, startCups, startOfficePrinter } from '../support/ipp-printers.ts'
import { runJournal } from '../support/run-journal.ts'
import { describeWithTools } from '../support/tools.ts'

const loopback = printerNetwork(['127.0.0.0/8', '::1/128'])
let runs = 0
const newRun = () => `run_${process.pid}_${++runs}`
const a4 = { plex: 'simplex', w: 210, h: 297 } as const
const files = { 'run_001.pdf': 3, 'run_002.pdf': 3, 'items.csv': 2, 'proof.pdf': 9 }

describeWithTools(cupsTools, 'a queue of CUPS', () => {
  let cups: RunningPrinter
  beforeAll(async () => {
    cups = await startCups()
  })
  afterAll(() => cups.end())
  const printer = () => ({ settings: { url: cups.url } })
  const lp = (command: 'cupsdisable' | 'cupsenable' | 'lpadmin', ...args: string[]) => {
    const { status, stderr } = spawnSync(`/usr/sbin/${command}`, ['-h', new URL(cups.url).host, ...args])
    if (status !== 0) throw new Error(`${command}: ${stderr}`)
  }
  const jobsOf = async (runId: string) =>
    (await openQueue(printer(), loopback).jobs()).filter(({ name }) => name.startsWith(`${runId}.`))
  const printedOf = async (runId: string): Promise<string[][]> => {
    const released = (await jobsOf(runId)).filter(
      ({ state }) => !['pending-held', 'canceled', 'aborted'].includes(state),
    )
    const byAttempt = Map.groupBy(released, ({ name }) => name.split('.')[1])
    return [...byAttempt.values()].map((jobs) =>
      jobs.map(({ name }) => name.split('.').slice(2).join('.')).sort(),
    )
  }

  it('prints each part as one job, without lists and proof', async () => {
    const runId = newRun()
    const partner = createIppPartner(printer(), loopback, await runJournal(runId))
    const result = await partner.handOver({ ...handOver(runId, files), sheet: a4 })
    expect(result).toMatchObject({ outcome: 'delivered', reference: expect.stringContaining(runId) })
    expect(await printedOf(runId)).toEqual([['run_001.pdf', 'run_002.pdf']])
    expect(await partner.find(runId)).toBe('delivered')
  })

  it('prints nothing of a package that breaks off', async () => {
    const runId = newRun()
    const partner = createIppPartner(printer(), loopback, await runJournal(runId))
    await expect(partner.handOver(handOver(runId, files, 1))).rejects.toThrow('The blob is gone.')
    expect(await printedOf(runId)).toEqual([])
    expect(await partner.find(runId)).toBe('absent')
  })

  // Each run of the contract has its own print run in the queue.
  killedHandOverContract('print-ipp with held jobs', async () => {
    const runId = newRun()
    return {
      at: atIpp(printer(), loopback),
      journal: await runJournal(runId),
      runId,
      printed: () => printedOf(runId),
    }
  }, ['a.pdf', 'b.pdf'])

  it('reports the outcome of a run: printed, waiting, or cancelled after acceptance', async () => {
    const runId = newRun()
    const queue = openQueue(printer(), loopback)
    const partner = createIppPartner(printer(), loopback, await runJournal(runId))
    const fate = () => partner.fateOf!(runId)
    // A package that was never handed over is not waited for.
    expect(await fate()).toEqual({ state: 'done' })
    // A disabled queue keeps accepting jobs and prints none.
    lp('cupsdisable', 'letters')
    // A package that breaks off cancels its own jobs, which does not affect the next.
    await expect(partner.handOver(handOver(runId, files, 1))).rejects.toThrow()
    expect(await partner.handOver(handOver(runId, files))).toMatchObject({ outcome: 'delivered' })
    expect(await fate()).toEqual({ state: 'waiting' })
    const [, second] = (await jobsOf(runId)).filter(({ state }) => state !== 'canceled')
    await queue.cancel(second!.id)
    expect(await fate()).toEqual({
      state: 'given_up',
      reason: `The printer ${new URL(cups.url).host} did not finish run_002.pdf (cancelled).`,
    })
    const other = newRun()
    const journal = await runJournal(other)
    await createIppPartner(printer(), loopback, journal).handOver(handOver(other, files))
    lp('cupsenable', 'letters')
    await expect
      .poll(() => createIppPartner(printer(), loopback, journal).fateOf!(other), { timeout: 20_000 })
      .toEqual({ state: 'done' })
  })

  it('reports a run that it could not print', async () => {
    const queue = ['-p', 'broken', '-E', '-v', 'parallel:/dev/no-such-port', '-m', 'raw']
    lp('lpadmin', ...queue, '-o', 'printer-error-policy=abort-job')
    const runId = newRun()
    const broken = { settings: { url: cups.url.replace(/letters$/, 'broken') } }
    const partner = createIppPartner(broken, loopback, await runJournal(runId))
    // Disabled, because a queue that aborts quickly would do so during the hand-over.
    lp('cupsdisable', 'broken')
    const delivered = await partner.handOver(handOver(runId, { 'run_001.pdf': 3 }))
    expect(delivered).toMatchObject({ outcome: 'delivered' })
    lp('cupsenable', 'broken')
    await expect
      .poll(() => partner.fateOf!(runId), { timeout: 20_000 })
      .toEqual({ state: 'given_up', reason: expect.stringContaining('run_001.pdf (aborted)') })
  })

  it('reports its state', async () => {
    expect(await checkIpp(printer(), loopback)).toMatchObject({
      ok: true,
      detail: expect.stringContaining('are released together'),
    })
  })

  it.each<[string, () => Parameters<typeof createIppPartner>, RegExp]>([
    [
      'of another name',
      () => [{ settings: { url: `${cups.url}-none` } }, loopback, undefined!],
      /not-found|answered/,
    ],
    ['at a private address', () => [printer(), printerNetwork([]), undefined!], /a loopback address/],
    [
      'without a listener',
      () => [{ settings: { url: 'ipp://127.0.0.1:9/x' } }, loopback, undefined!],
      /REFUSED/,
    ],
  ])('%s makes the run wait', async (_name, given, reason) => {
    const [setUp, network] = given()
    const runId = newRun()
    const partner = createIppPartner(setUp, network, await runJournal(runId))
    expect(await partner.handOver(handOver(runId, files))).toEqual({
      outcome: 'unavailable',
      reason: expect.stringMatching(reason),
    })
  })
})

describe('an office printer', () => {
  let office: Awaited<ReturnType<typeof startOfficePrinter>>
  beforeAll(async () => {
    office = await startOfficePrinter()
  })
  afterAll(() => office.end())
  const printer = () => ({ settings: { url: office.url } })

  it('reports that it prints both sides and cannot hold jobs', async () => {
    expect(await checkIpp(printer(), loopback)).toMatchObject({
      ok: true,
      detail: expect.stringContaining('one after the other'),
      capabilities: { plex: ['simplex', 'duplex'] },
    })
  })

  it('prints the parts one after the other, with a distinct outcome for the rest', async () => {
    const runId = newRun()
    const journal = await runJournal(runId)
    const partner = createIppPartner(printer(), loopback, journal)
    expect(await partner.find(runId)).toBe('absent')
    const result = await partner.handOver({ ...handOver(runId, { 'run_001.pdf': 50 }), sheet: a4 })
    expect(result).toMatchObject({ outcome: 'delivered' })
    expect(await partner.find(runId)).toBe('delivered')
    const job = office.jobs.find(({ name }) => name.startsWith(runId))
    expect(job?.attributes).toMatchObject({ sides: 'one-sided', media: 'iso_a4_210x297mm' })
    expect(await partner.fateOf!(runId)).toEqual({ state: 'done' })
  })

  it('has an uncertain outcome if the server ended between two parts', async () => {
    const runId = newRun()
    const journal = await runJournal(runId)
    await journal.intend(runId, 'attempt', '{"parts":2}')
    const partner = createIppPartner(printer(), loopback, journal)
    expect(await partner.find(runId)).toBe('uncertain')
  })
})
