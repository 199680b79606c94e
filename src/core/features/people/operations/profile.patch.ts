import { defineOperation } from '../../../engine/operation.ts'
import { everyone } from '../../../ports/store.ts'
import { profilePatch, profileSchema } from '../schema.ts'
import { searchTextOf, userById } from '../users.ts'

export const patchProfile = defineOperation({
  id: 'profile.patch',
  method: 'PATCH',
  path: '/profile',
  summary: 'Change what you are called',
  permission: 'authenticated',
  audience: 'user',
  effect: 'write',
  body: profilePatch,
  output: profileSchema,
  async handler({ rows, services, caller }, { body }) {
    const { id, email, name } = await userById(rows, caller.id)
    const called = body.name ?? name
    const search = searchTextOf({ name: called, email })
    const patch = { name: called, search, updatedAt: services.clock.now() }
    await rows.users.update(everyone, id, patch)
    return { id, email, name: patch.name }
  },
})
