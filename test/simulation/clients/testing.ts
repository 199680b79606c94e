import type { Action } from './actions.ts'
import type { Client } from './client.ts'
import { statusIn } from './client.ts'

const advance = async (client: Client) => {
  await client.ask('developers.advanceTestClock', {
    body: client.dice.pick([{ to: 'next-cutoff' }, { by: 'PT3H' }, { by: 'P1D' }, { by: 'P4D' }]),
  })
}

const simulate = async (client: Client) => {
  const item = await client.any('items', [
    statusIn('SCHEDULED', 'IN_PRODUCTION', 'HANDED_TO_CARRIER', 'COMPLETED'),
  ])
  if (!item) return
  await client.ask('developers.simulate', {
    params: { id: item.id },
    body: { event: client.dice.pick(['RETURNED', 'NOT_SENT', 'FAILED', 'SCAN', 'SCAN']) },
  })
}

export const testActions: readonly Action[] = [
  { share: 4, mode: 'test', do: advance },
  { share: 3, mode: 'test', do: simulate },
]
