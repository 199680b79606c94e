import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitUntil } from '../support/api.ts'
import type { Executable } from '../support/executable.ts'
import { flagsOfSeller } from '../support/organisation.ts'
import { designOf, type Recipient, recipientsIn, wordOf } from './mail.ts'

/** The parts of a catalogue file that the shops read. */
export interface CatalogueFile {
  specifications: readonly Specification[]
  printers: readonly { key: string; settings: object; secret?: object }[]
}

export interface Specification {
  key: string
  name: string
  sheet: {
    trim: { w: number; h: number }
    bleed: number
    safe: number
    plex: 'simplex' | 'duplex'
    zones: readonly Zone[]
  }
  envelope: { window: Box | null; play: number } | null
}

export interface Box {
  x: number
  y: number
  w: number
  h: number
}

export interface Zone extends Box {
  kind: string
  page: number
  everySheet?: boolean
}

/** Letters or cards of one design. */
export interface Mailing {
  specification: string
  pages: number
  countries: readonly string[]
  count: number
  /** Key of the printer that the rules must choose, or one per country. */
  printer: string | Readonly<Record<string, string>>
}

/** A shop of `examples/shops`, and its mail. */
export interface Shop {
  /** Name of its file, and prefix of the words on its pages. */
  name: string
  about: string
  country: string
  locale: string
  ownMail: boolean
  /** Keys of its printers, each of which receives something. */
  printers: readonly string[]
  sender: object
  /** The seller, as flags of `billing seller`, if mail is paid for. */
  seller?: Readonly<Record<string, string>>
  mailings: readonly Mailing[]
}

/** Addresses of the printers in this run, which replace those of the file. */
export type Whereabouts = Readonly<Record<string, { settings: object; secret?: object }>>

/** An item that must be printed. */
export interface Sent {
  id: string
  trackingCode: string
  runId: string
  specification: Specification
  pages: number
  word: string
  country: string
  /** Key of the printer that must receive it. */
  printer: string
  /** Name, street and city. */
  texts: readonly string[]
}

export const readCatalogue = (name: string): CatalogueFile =>
  JSON.parse(readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8')) as CatalogueFile

/**
 * Imports the shop's file with the printers' addresses in this run, without findings. Tests each printer, and checks
 * that no secret is exported. Returns the number of printers that answered.
 */
export const importCatalogue = async (
  executable: Executable,
  name: string,
  whereabouts: Whereabouts,
  { scratch, secrets }: { scratch: string; secrets: readonly string[] },
): Promise<number> => {
  const file = readCatalogue(name)
  const printers = file.printers.map((printer) => {
    const here = whereabouts[printer.key]
    if (!here) throw new Error(`There is no server for the printer ${printer.key} of ${name}.json`)
    return { ...printer, settings: { ...printer.settings, ...here.settings }, ...secretOf(here) }
  })
  const path = join(scratch, `${name}.json`)
  writeFileSync(path, JSON.stringify({ ...file, printers }))
  const { findings } = await executable.ask<{ findings: object[] }>('catalogue', 'import', path)
  if (findings.length > 0) throw new Error(`${name}.json has findings: ${JSON.stringify(findings)}`)
  for (const { key } of printers) await executable.ask('printer', 'test', key)
  const exported = JSON.stringify(await executable.ask('catalogue', 'export'))
  for (const secret of secrets) {
    if (exported.includes(JSON.stringify(secret).slice(1, -1)))
      throw new Error(`The export of ${name} contains a secret`)
  }
  const again = await executable.ask<{ changes: object[] }>('catalogue', 'import', path)
  if (again.changes.length > 0)
    throw new Error(`${name}.json makes changes when imported again: ${JSON.stringify(again.changes)}`)
  return printers.length
}

const secretOf = ({ secret }: { secret?: object }) => (secret === undefined ? {} : { secret })

/** An organisation that sends live mail from the shop's country. */
export const openOrganisation = async (executable: Executable, shop: Shop): Promise<void> => {
  const own = shop.ownMail ? ['--own-mail'] : []
  const named = ['--name', shop.about, '--country', shop.country]
  const { id } = await executable.ask<{ id: string }>('org', 'create', ...named, ...own)
  const args = ['key', 'create', '--org', id, '--mode', 'live', '--scopes', 'all']
  const { key } = await executable.ask<{ key: string }>(...args)
  executable.key = key
  if (shop.seller) await executable.ask('billing', 'seller', ...flagsOfSeller(shop.seller))
  if (!shop.ownMail) await executable.ask('billing', 'top-up', '--org', id, '--amount-cents', '100000')
  await executable.api('POST', '/v1/organisation/return-addresses', {
    name: 'Office',
    address: shop.sender,
  })
}

/** Creates a shop's designs, Postflows and items, and waits until the items are in runs. */
export const send = async ({ api }: Executable, shop: Shop): Promise<Sent[]> => {
  const { specifications } = readCatalogue(shop.name)
  const ids = await specificationIds(api)
  const sent: Sent[] = []
  for (const mailing of shop.mailings) {
    const specification = specifications.find(({ key }) => key === mailing.specification)!
    const postflowId = await postflowOf(api, shop, mailing, {
      specification,
      specificationId: ids.get(specification.name)!,
    })
    const wanted = recipientsIn(mailing.countries, mailing.count).map((recipient, n) => ({
      recipient: { ...recipient, houseNumber: String(sent.length + n + 1) },
      word: wordOf(shop.name.replace(/\W/g, ''), sent.length + n + 1),
    }))
    await api('POST', '/v1/items/bulk', {
      items: wanted.map(({ recipient, word }) => ({
        postflowId,
        recipient,
        data: { word },
        reference: word,
      })),
    })
    sent.push(...(await scheduled(api, postflowId, { wanted, specification, mailing })))
  }
  return sent
}

type Api = Executable['api']

const specificationIds = async (api: Api): Promise<Map<string, string>> => {
  const { data: products } = await api<{ data: { id: string }[] }>('GET', '/v1/products')
  const all = await Promise.all(
    products.map(({ id }) =>
      api<{ data: { id: string; name: string }[] }>('GET', `/v1/products/${id}/specifications`),
    ),
  )
  return new Map(all.flatMap(({ data }) => data.map(({ id, name }) => [name, id] as const)))
}

const postflowOf = async (
  api: Api,
  { locale }: Shop,
  { pages }: Mailing,
  { specification, specificationId }: { specification: Specification; specificationId: string },
): Promise<string> => {
  const name = `${specification.name}, ${pages} pages`
  const { id: templateId } = await api<{ id: string }>('POST', '/v1/templates', {
    name,
    productSpecificationId: specificationId,
    document: designOf(specification.sheet, pages, locale),
  })
  await api('POST', `/v1/templates/${templateId}/publish`)
  const { id } = await api<{ id: string }>('POST', '/v1/postflows', { name, templateId })
  await api('POST', `/v1/postflows/${id}/activate`)
  return id
}

interface Item {
  id: string
  status: string
  runId: string | null
  reference: string
  tracking: { code: string }
  findings: { message: string }[]
}

interface Wanted {
  wanted: readonly { recipient: Recipient; word: string }[]
  specification: Specification
  mailing: Mailing
}

/** Returns the items of a Postflow once each is in a run; throws if one has findings. */
const scheduled = async (
  api: Api,
  postflowId: string,
  { wanted, specification, mailing }: Wanted,
): Promise<Sent[]> => {
  let items: Item[] = []
  await waitUntil('every item is in a run', async () => {
    const path = `/v1/items?filter[postflowId]=${postflowId}&limit=200`
    items = (await api<{ data: Item[] }>('GET', path)).data
    const bad = items.find(({ status }) => status === 'NEEDS_ATTENTION' || status === 'HELD')
    if (bad) throw new Error(`${bad.reference} is ${bad.status}: ${JSON.stringify(bad.findings)}`)
    return items.length === wanted.length && items.every(({ runId }) => runId !== null)
  })
  return wanted.map(({ word, recipient: { name, street, city, country } }) => {
    const { id, tracking, runId } = items.find(({ reference }) => reference === word)!
    const texts = [name, street, city]
    const { pages, printer: to } = mailing
    const printer = typeof to === 'string' ? to : to[country]!
    return {
      id,
      trackingCode: tracking.code,
      runId: runId!,
      specification,
      pages,
      word,
      country,
      printer,
      texts,
    }
  })
}

interface Run {
  id: string
  status: string
  reason: string | null
}

/** Closes every run before its cutoff and waits until its printer has it. Returns the ids. */
export const close = async (executable: Executable, sent: readonly Sent[]): Promise<string[]> => {
  const runIds = [...new Set(sent.map(({ runId }) => runId))]
  for (const runId of runIds) {
    await executable.ask('run', 'close', runId)
    await waitUntil(`${runId} is at its printer`, async () => {
      const run = await executable.ask<Run>('run', 'show', runId)
      if (run.status === 'FAILED') throw new Error(`${runId} failed: ${run.reason}`)
      return run.status === 'HANDED_TO_PRINTER'
    })
  }
  return runIds
}
