import { operatorScopes, scopeDescriptions } from '../../../engine/access/scopes.ts'
import { wholeListOf } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { scopeSchema } from '../schema.ts'

export const listScopes = defineOperation({
  id: 'meta.scopes',
  method: 'GET',
  path: '/meta/scopes',
  summary: 'Every scope that a key may hold',
  permission: 'authenticated',
  effect: 'read',
  output: wholeListOf(scopeSchema),
  async handler() {
    const operators: readonly string[] = operatorScopes
    return {
      data: Object.entries(scopeDescriptions).map(([scope, description]) => ({
        scope,
        holder: operators.includes(scope) ? ('operator' as const) : ('organisation' as const),
        description,
      })),
    }
  },
})
