import { defineOperation } from '../../../engine/operation.ts'
import { notFound, problem } from '../../../kernel/errors.ts'
import { everyone } from '../../../ports/store.ts'
import { forgetInstanceAssets } from '../instance-assets.ts'
import { platformAssetParams } from '../schema.ts'
import { platformAssetProblems } from '../sentences.ts'

const { say } = platformAssetProblems

export const removePlatformAsset = defineOperation({
  id: 'platformAssets.remove',
  method: 'DELETE',
  path: '/platform-assets/{id}',
  summary: 'Remove a font or a profile that was added to the instance',
  description:
    'For operators. What was printed with it stays as it is; pieces that are printed from now on lack its characters. A profile that a specification names cannot be removed.',
  permission: 'platform.admin',
  audience: 'user',
  effect: 'process',
  params: platformAssetParams,
  output: 'empty',
  errors: ['not_found', 'still_referenced', 'invalid_state'],
  async handler({ services, transact }, { params: { id } }) {
    const own = await transact(async ({ rows }) => {
      const row = await rows.instanceAssets.get(everyone, id)
      if (!row) return undefined
      const [user] = (await rows.specifications.find(everyone, {})).filter(
        ({ sheet }) => sheet.colourProfile === id,
      )
      if (user) throw problem(say('still_referenced.profile', { name: user.name }))
      await rows.instanceAssets.remove(everyone, { id })
      return row
    })
    if (!own) {
      const isProgram = (await services.renderer.platformAsset(id)) !== undefined
      throw isProgram ? problem(say('invalid_state.program_asset')) : notFound('platform asset')
    }
    forgetInstanceAssets(services.store)
    await services.blobs.remove(own.blobKey)
    return undefined
  },
})
