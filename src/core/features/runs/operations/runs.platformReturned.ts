import { defineOperation } from '../../../engine/operation.ts'
import { returnToWire } from '../returns.ts'
import { returnPiecesAnywhere } from '../returns-anywhere.ts'
import { platformReturnsInput, platformReturnsResult } from '../returns-schema.ts'

export const reportPlatformReturns = defineOperation({
  id: 'runs.platformReturned',
  method: 'POST',
  path: '/platform/returns',
  summary: 'Report pieces that came back, whosever they are',
  description:
    'For operators: as `runs.returned`, for pieces of every organisation in both modes. Each organisation’s pieces are reported in a transaction of their own; sent again, what was reported stays as it is.',
  permission: 'runs.manage',
  audience: 'user',
  effect: 'process',
  body: platformReturnsInput,
  output: platformReturnsResult,
  errors: ['invalid_state'],
  emits: ['item.returned'],
  async handler(context, { body }) {
    const results = await returnPiecesAnywhere(context, body.pieces)
    return {
      pieces: results.map((result) => ({
        ...returnToWire(result),
        isTest: result.item ? result.item.mode === 'test' : null,
        organisationId: result.organisation?.id ?? null,
        organisationName: result.organisation?.name ?? null,
      })),
    }
  },
})
