import type { Action } from './actions.ts'
import type { Client } from './client.ts'
import { statusIn } from './client.ts'

const advance = async (client: Client) => {
  await client.call('developers.advanceTestClock', {
    body: client.random.pick([{ to: 'next-cutoff' }, { by: 'PT3H' }, { by: 'P1D' }, { by: 'P4D' }]),
  })
}

const simulate = async (client: Client) => {
  const item = await client.any('items', [
    statusIn('SCHEDULED', 'IN_PRODUCTION', 'HANDED_TO_CARRIER', 'COMPLETED'),
  ])
  if (!item) return
  await client.call('developers.simulate', {
    params: { id: item.id },
    body: { event: client.random.pick(['RETURNED', 'NOT_SENT', 'FAILED', 'SCAN', 'SCAN']) },
  })
}

export const testModeActions: readonly Action[] = [
  { weight: 4, mode: 'test', do: advance },
  { weight: 3, mode: 'test', do: simulate },
]
