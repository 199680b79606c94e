import { dutchMapping, listOfLines } from '../../support/dutch-list.ts'
import type { Action } from './actions.ts'
import { type Client, statusIn } from './client.ts'

/** Imports a realistic list, with invalid rows, duplicates, and sometimes many rows. */
const importList = async (client: Client) => {
  const { random } = client
  const postbatch = await client.any('postbatches', [statusIn('DRAFT', 'VALIDATED')])
  if (!postbatch) return
  const token = client.token()
  const count = random.chance(0.1) ? 120 : 1 + random.integer(12)
  const references = Array.from({ length: count }, (_, index) => `${token}-${index}`)
  const lines = references.map((reference) => {
    const house = 1 + random.integer(200)
    return `${reference};Zoë;Person ${house};Damrak;${house};${random.chance(0.05) ? 'x' : '1012 LG'};Amsterdam`
  })
  const bytes = new TextEncoder().encode(listOfLines(...lines))
  const name = `${token}.csv`
  const upload = await client.call('uploads.create', {
    query: { kind: 'CSV', name },
    bytes,
    mark: { table: 'uploads', field: 'fileName', values: [name] },
  })
  if (upload?.status !== 201) return
  await client.call('postbatches.createImport', {
    params: { id: postbatch.id },
    body: { uploadId: upload.body.id, mapping: dutchMapping, dryRun: random.chance(0.1) },
    mark: { table: 'items', field: 'reference', values: references },
  })
}

const cancelImport = async (client: Client) => {
  const row = await client.any('imports', [statusIn('MAPPED', 'PROCESSING')])
  if (row)
    await client.call('postbatches.cancelImport', { params: { id: row.postbatchId, importId: row.id } })
}

const exportList = async (client: Client) => {
  const kind = client.random.pick(['items', 'suppressions', 'events', 'analyticsDays'])
  await client.call('exports.create', {
    body: { kind, format: client.random.pick(['csv', 'ndjson', 'xlsx']) },
  })
}

const render = async (client: Client) => {
  const item = await client.any('items')
  const postflow = await client.any('postflows')
  const of = item && client.random.chance(0.5) ? { itemId: item.id } : { postflowId: postflow?.id }
  await client.call('renders.create', { body: { ...of, format: client.random.pick(['pdf', 'png']) } })
}

const read =
  (operation: string, query: Record<string, string> = {}) =>
  async (client: Client): Promise<void> => {
    await client.call(operation, { query })
  }

export const fileActions: readonly Action[] = [
  { weight: 3, do: importList },
  { weight: 0.7, do: cancelImport },
  { weight: 0.7, do: exportList },
  { weight: 0.7, do: render },
  { weight: 0.2, do: read('items.list', { include: 'total' }) },
  { weight: 0.2, do: read('analytics.summary') },
  { weight: 0.2, do: read('events.list') },
]
