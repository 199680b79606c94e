import { dutchMapping, listOfLines } from '../../support/dutch-list.ts'
import type { Action } from './actions.ts'
import { type Client, statusIn } from './client.ts'

/** Lists of recipients as people have them: some rows are bad, some come twice, now and then there are many. */
const importList = async (client: Client) => {
  const { dice } = client
  const postbatch = await client.any('postbatches', [statusIn('DRAFT', 'VALIDATED')])
  if (!postbatch) return
  const token = client.token()
  const count = dice.chance(0.1) ? 120 : 1 + dice.integer(12)
  const references = Array.from({ length: count }, (_, index) => `${token}-${index}`)
  const lines = references.map((reference) => {
    const house = 1 + dice.integer(200)
    return `${reference};Zoë;Person ${house};Damrak;${house};${dice.chance(0.05) ? 'x' : '1012 LG'};Amsterdam`
  })
  const bytes = new TextEncoder().encode(listOfLines(...lines))
  const name = `${token}.csv`
  const upload = await client.ask('uploads.create', {
    query: { kind: 'CSV', name },
    bytes,
    mark: { table: 'uploads', field: 'fileName', values: [name] },
  })
  if (upload?.status !== 201) return
  await client.ask('postbatches.createImport', {
    params: { id: postbatch.id },
    body: { uploadId: upload.body.id, mapping: dutchMapping, dryRun: dice.chance(0.1) },
    mark: { table: 'items', field: 'reference', values: references },
  })
}

const cancelImport = async (client: Client) => {
  const row = await client.any('imports', [statusIn('MAPPED', 'PROCESSING')])
  if (row) await client.ask('postbatches.cancelImport', { params: { id: row.postbatchId, importId: row.id } })
}

const exportList = async (client: Client) => {
  const kind = client.dice.pick(['items', 'suppressions', 'events', 'analyticsDays'])
  await client.ask('exports.create', { body: { kind, format: client.dice.pick(['csv', 'ndjson']) } })
}

const render = async (client: Client) => {
  const item = await client.any('items')
  const postflow = await client.any('postflows')
  const of = item && client.dice.chance(0.5) ? { itemId: item.id } : { postflowId: postflow?.id }
  await client.ask('renders.create', { body: { ...of, format: client.dice.pick(['pdf', 'png']) } })
}

const read =
  (operation: string, query: Record<string, string> = {}) =>
  async (client: Client): Promise<void> => {
    await client.ask(operation, { query })
  }

export const fileActions: readonly Action[] = [
  { share: 3, do: importList },
  { share: 0.7, do: cancelImport },
  { share: 0.7, do: exportList },
  { share: 0.7, do: render },
  { share: 0.2, do: read('items.list', { include: 'total' }) },
  { share: 0.2, do: read('analytics.summary') },
  { share: 0.2, do: read('events.list') },
]
