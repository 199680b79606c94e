import * as v from 'valibot'
import { errorCatalogue } from '../../errors.ts'
import { defineOperation } from '../../operation.ts'
import { errorSchema } from '../schema.ts'

export const listErrors = defineOperation({
  id: 'meta.errors',
  method: 'GET',
  path: '/meta/errors',
  summary: 'Every error code',
  permission: 'authenticated',
  effect: 'read',
  output: v.object({ data: v.array(errorSchema) }),
  async handler() {
    return {
      data: Object.entries(errorCatalogue).map(([code, { status, title }]) => ({
        code,
        status,
        title,
        type: `/problems/${code}`,
      })),
    }
  },
})
