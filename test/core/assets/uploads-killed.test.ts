import { describe, expect, test } from 'vitest'
import { createSeededRandom } from '../../../src/adapters/memory/random.ts'
import { createCore } from '../../../src/core/app/index.ts'
import { problem } from '../../../src/core/kernel/errors.ts'
import { dayMs } from '../../../src/core/kernel/time.ts'
import type { BlobWriter } from '../../../src/core/ports/blobs.ts'
import { everyone, StoreUnavailable } from '../../../src/core/ports/store.ts'
import { serverProblems } from '../../../src/server/sentences.ts'
import { overriding } from '../../../src/testing/lettershop.ts'
import { survivedWrites } from '../../support/mortal-store.ts'
import { callCore, createTestShop, type TestResponse, type TestShop } from '../../support/shop.ts'
import { deferred } from '../../support/webhooks.ts'

const files = {
  CSV: Buffer.from('naam;postcode\r\nZoë;1016 GV\r\n'),
  IMAGE: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  PDF: Buffer.from('%PDF-1.7\n'),
}
type Kind = keyof typeof files
const kinds = Object.keys(files) as Kind[]

/** Called before and after each call of a port. */
type Step = () => Promise<void>
const noStep: Step = async () => {}

type Upload = (kind: Kind, idempotencyKey: string, isCutOff?: boolean) => Promise<TestResponse>

let servers = 0

/** Returns the upload function of another process with the shop's store and blobs. */
const serverOf = (shop: TestShop, step = noStep): Upload => {
  const { rateCounter: _, ...ports } = shop.services
  const { store, blobs, renderer } = ports
  const around = async <T>(work: () => Promise<T>): Promise<T> => {
    await step()
    const result = await work()
    await step()
    return result
  }
  const writerOf = (writer: BlobWriter): BlobWriter => ({
    write: (chunk) => around(() => writer.write(chunk)),
    finish: () => around(() => writer.finish()),
    abort: () => around(() => writer.abort()),
  })
  const core = createCore({
    ...ports,
    random: createSeededRandom(`server ${++servers}`),
    store: overriding(store, {
      read: (body) => around(() => store.read(body)),
      write: (body) => around(() => store.write(body)),
    }),
    blobs: overriding(blobs, {
      put: (key, bytes) => around(() => blobs.put(key, bytes)),
      create: (key) => around(async () => writerOf(await blobs.create(key))),
      get: (key) => around(() => blobs.get(key)),
      remove: (key) => around(() => blobs.remove(key)),
    }),
    renderer: overriding(renderer, { inspect: (input) => around(() => renderer.inspect(input)) }),
  })
  return (kind, idempotencyKey, isCutOff = false) =>
    callCore(core, 'uploads.create', {
      key: shop.keys.live,
      query: { kind, name: idempotencyKey },
      bytes: isCutOff ? cutOff(files[kind]) : files[kind],
      idempotencyKey,
    })
}

/** A body whose sender disconnects before its end. */
const cutOff = (bytes: Uint8Array): Uint8Array[] =>
  Object.assign([bytes], {
    *[Symbol.iterator]() {
      yield bytes
      throw problem(serverProblems.sentence('malformed_body.cut_off'))
    },
  })

/**
 * Uploads through a process that stops at a step. Returns the outcome if it finished before, and a function
 * that resumes it.
 */
const stoppedAt = async (shop: TestShop, at: number, upload: (server: Upload) => Promise<TestResponse>) => {
  const stopped = deferred<undefined>()
  const resumed = deferred<void>()
  let steps = 0
  const step = async () => {
    if (steps++ !== at) return
    stopped.resolve(undefined)
    await resumed.promise
  }
  const answer = upload(serverOf(shop, step))
  return { ended: await Promise.race([answer, stopped.promise]), answer, resume: resumed.resolve }
}

/** Returns whether the process stopped before the upload had an answer. */
const isKilledAt = async (shop: TestShop, at: number, kind: Kind, key: string): Promise<boolean> =>
  (await stoppedAt(shop, at, (server) => server(kind, key))).ended === undefined

const uploadsOf = (shop: TestShop, key: string) =>
  shop.services.store.read((rows) => rows.uploads.find(everyone, { fileName: key }))

const blobsOf = async (shop: TestShop) => {
  const keys: string[] = []
  for await (const key of shop.services.blobs.list('')) keys.push(key)
  return keys
}
/** Returns the blobs that rows refer to. */
const namedBlobs = (shop: TestShop) =>
  shop.services.store.read(async (rows) => {
    const uploads = await rows.uploads.find(everyone, {})
    const assets = await rows.assets.find(everyone, {})
    const keys = [...uploads.map(({ blobKey }) => blobKey), ...assets.map(({ thumbKey }) => thumbKey)]
    return keys.filter((key) => key !== null).sort()
  })

/** Asserts that one upload of this name exists, and that every answer has its id. */
const expectOne = async (shop: TestShop, key: string, ...answers: TestResponse[]) => {
  const rows = await uploadsOf(shop, key)
  expect(rows).toMatchObject([{ status: 'READY' }])
  const receipts = answers.map(({ status, body }) => ({ status, id: body.id }))
  expect(receipts, key).toEqual(answers.map(() => ({ status: 201, id: rows[0]!.id })))
}

describe.each(kinds)('the upload of a %s under an Idempotency-Key', (kind) => {
  test('is stored once wherever its server is killed, and the next one too; remains are swept', async () => {
    const shop = await createTestShop()
    for (const first of survivedWrites()) {
      let isKilled = true
      for (let second = 0, isKilledAgain = true; isKilledAgain; second++) {
        const key = `${first}-${second}`
        isKilled = await isKilledAt(shop, first, kind, key)
        const before = await uploadsOf(shop, key)
        isKilledAgain = await isKilledAt(shop, second, kind, key)
        const answer = await serverOf(shop)(kind, key)
        await expectOne(shop, key, answer)
        expect(before.every(({ id }) => id === answer.body.id)).toBe(true)
        if (!isKilled) break
      }
      if (!isKilled) break
    }
    const named = await namedBlobs(shop)
    expect((await blobsOf(shop)).length).toBeGreaterThan(named.length)
    await shop.advance(2 * dayMs)
    expect(await blobsOf(shop)).toEqual(named)
    // Hundreds of consecutive uploads: two minutes if the store is a database on a busy machine.
  }, 900_000)

  test.each([
    ['both completing', false, false],
    ['with the first cut off', true, false],
    ['with the second cut off before the first ends', false, true],
  ])(
    'is stored once if another server is called concurrently, %s',
    async (_how, isFirstCutOff, isSecondCutOff) => {
      const shop = await createTestShop()
      for (let at = 0, isStopped = true; isStopped; at++) {
        const key = `at-${at}`
        const first = await stoppedAt(shop, at, (server) => server(kind, key, isFirstCutOff))
        isStopped = first.ended === undefined
        const second = await serverOf(shop)(kind, key, isSecondCutOff)
        first.resume()
        const answers = [await first.answer, second].filter(({ status }) => status !== 400)
        const third = await serverOf(shop)(kind, key)
        await expectOne(shop, key, ...answers, third)
        expect(await blobsOf(shop)).toEqual(await namedBlobs(shop))
      }
    },
  )

  test('is stored once if the database is lost during commit, and keeps its bytes', async () => {
    const shop = await createTestShop()
    const { store } = shop.services
    for (let at = 0, isLost = true; isLost; at++) {
      const key = `at-${at}`
      let commits = 0
      isLost = false
      const write: typeof store.write = async (body) => {
        const result = await store.write(body)
        if (commits++ !== at) return result
        isLost = true
        throw Object.assign(new StoreUnavailable('Lost.'), { outcomeUnknown: true })
      }
      const losing = { ...shop, services: { ...shop.services, store: overriding(store, { write }) } }
      const answer = await serverOf(losing)(kind, key)
      expect(answer.status).toBe(isLost ? 503 : 201)
      await expectOne(shop, key, await serverOf(shop)(kind, key))
      expect(await blobsOf(shop)).toEqual(await namedBlobs(shop))
    }
  })
})
