import { wholeListOf } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { errorCatalogue } from '../../../kernel/errors.ts'
import { errorSchema } from '../schema.ts'

export const listErrors = defineOperation({
  id: 'meta.errors',
  method: 'GET',
  path: '/meta/errors',
  summary: 'Every error code',
  permission: 'authenticated',
  effect: 'read',
  output: wholeListOf(errorSchema),
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
