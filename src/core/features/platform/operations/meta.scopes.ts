import * as v from 'valibot'
import { operatorScopes, scopeDescriptions } from '../../../engine/access/scopes.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { scopeSchema } from '../schema.ts'

export const listScopes = defineOperation({
  id: 'meta.scopes',
  method: 'GET',
  path: '/meta/scopes',
  summary: 'Every scope that a key may hold',
  permission: 'authenticated',
  effect: 'read',
  output: v.object({ data: v.array(scopeSchema) }),
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
