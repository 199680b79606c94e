import { defineOperation } from '../../../engine/operation.ts'
import { notFound, problem } from '../../../kernel/errors.ts'
import { everyone, type Rows } from '../../../ports/store.ts'
import type { SpecificationContent } from '../../products/versions.ts'
import { forgetInstanceAssets } from '../instance-assets.ts'
import { platformAssetParams } from '../schema.ts'
import { platformAssetProblems } from '../sentences.ts'

const { say } = platformAssetProblems

/** So many are named; of the others it is said how many they are. */
const mostNamed = 5
const saidUsers = (users: readonly string[]) => ({
  names: users
    .slice(0, mostNamed)
    .map((name) => `“${name}”`)
    .join(', '),
  more: users.length > mostNamed ? users.length - mostNamed : undefined,
})

export const removePlatformAsset = defineOperation({
  id: 'platformAssets.remove',
  method: 'DELETE',
  path: '/platform-assets/{id}',
  summary: 'Remove a font or a profile that was added to the instance',
  description:
    'For operators. What was printed with it stays as it is; pieces that are printed from now on lack its characters. A profile that a stock or any version of a specification names cannot be removed, since pieces of that version may be printed again.',
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
      const users = row.kind === 'ICC_PROFILE' ? await namesOfUsers(rows, id) : []
      if (users.length > 0) throw problem(say('still_referenced.profile', saidUsers(users)))
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

/** Versions count for ever: what was sold under one may still be printed, or printed again. */
const namesOfUsers = async (rows: Rows, profile: string): Promise<string[]> => {
  const stocks = (await rows.stocks.find(everyone, {})).filter(
    ({ colourProfile }) => colourProfile === profile,
  )
  const versions = (await rows.specificationVersions.find(everyone, {}))
    .map(({ content }) => content as unknown as SpecificationContent)
    .filter(({ sheet }) => sheet.colourProfile === profile)
  return [...new Set([...stocks, ...versions].map(({ name }) => name))]
}
