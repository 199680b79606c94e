import { chmodSync, cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { onTestFinished, vi } from 'vitest'
import { readSettings } from '../../../bin/cli/settings.ts'
import { openInstance } from '../../../bin/instance/open.ts'
import { createApp } from '../../../src/server/index.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import type { Answer } from './answers.ts'
import type { KnownShop } from './shop.ts'

const fixtures = join(import.meta.dirname, '../../fixtures/data-folders')

/** The versions with a stored data folder. */
export const versions = readdirSync(fixtures).sort()

/** Reads the description of a version's data folder, and the answers of the API when the folder was made. */
export const readKnown = (version: string) => {
  const text = (name: string) => readFileSync(join(fixtures, version, name))
  const unzipped = (name: string) => gunzipSync(text(name)).toString('utf8')
  return {
    shop: JSON.parse(text('shop.json').toString('utf8')) as KnownShop,
    answers: JSON.parse(unzipped('answers.json.gz')) as Record<'live' | 'test', Record<string, Answer>>,
  }
}

/** Copies a version's data folder and returns the path of the copy, which is removed after the tests. */
export const copyOf = (version: string): string => {
  const data = temporaryFolder()
  cpSync(join(fixtures, version, 'data'), data, { recursive: true })
  const database = gunzipSync(readFileSync(join(fixtures, version, 'lettershop.db.gz')))
  writeFileSync(join(data, 'lettershop.db'), database, { mode: 0o600 })
  // Git keeps no permissions except the executable bit.
  for (const name of ['instance.key', 'signing.key']) chmodSync(join(data, name), 0o600)
  return data
}

/**
 * Opens a data folder until the test ends, with the clock at the time the folder was made, because older rows
 * expire. Nothing runs automatically: `advance` advances the clock and runs due work.
 */
export const openAt = async (data: string, shop: KnownShop) => {
  vi.useFakeTimers({ toFake: ['Date'], now: shop.madeAt })
  onTestFinished(() => void vi.useRealTimers())
  const silent = { info() {}, warn() {}, error() {} }
  const settings = await readSettings(data, { 'allow-insecure-webhooks': true }, {})
  const { core } = await openInstance(data, settings, silent)
  onTestFinished(() => core.close())
  const app = createApp(core)
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await app.fetch(new Request(`http://mail.example${path}`, init))
    const text = await response.text()
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    // biome-ignore lint/suspicious/noExplicitAny: tests look into any shape
    const body: any = isJson ? JSON.parse(text) : text
    return { status: response.status, headers: response.headers, body }
  }
  const headersOf = (mode: 'live' | 'test') => ({
    authorization: `Bearer ${shop.keys[mode]}`,
    'content-type': 'application/json',
  })
  const settle = async () => {
    do await core.webhooks.settle()
    while ((await core.scheduler.tick()).ran > 0)
  }
  return {
    core,
    ask,
    send: (mode: 'live' | 'test', method: string, path: string, body?: unknown) =>
      ask(path, {
        method,
        headers: headersOf(mode),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    async advance(ms: number) {
      vi.setSystemTime(Date.now() + ms)
      await settle()
    },
  }
}
