import * as v from 'valibot'
import { wholeListOf } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { notFound, problem } from '../../../kernel/errors.ts'
import { described } from '../../../kernel/wire-schema.ts'
import { everyone, type Rows } from '../../../ports/store.ts'
import type { SpecificationContent } from '../../products/specifications.ts'
import { addInstanceAsset } from '../add.ts'
import { forgetInstanceAssets, platformAssetToWire, toPlatformAsset } from '../instance-assets.ts'
import {
  instanceAssetLimits,
  instanceAssetQuery,
  platformAssetKind,
  platformAssetParams,
  platformAssetSchema,
} from '../schema.ts'
import { platformAssetProblems } from '../sentences.ts'

export const listPlatformAssets = defineOperation({
  id: 'platformAssets.list',
  method: 'GET',
  path: '/platform-assets',
  summary: 'List fonts and colour profiles',
  description:
    'Those of the program and the operator, on one page. Templates can use a font of the program by its id without uploading it. Fonts of the operator are used for characters that no other font has.',
  permission: 'templates.read',
  effect: 'read',
  query: v.strictObject({ kind: described(v.optional(platformAssetKind), 'Only assets of this kind.') }),
  output: wholeListOf(platformAssetSchema),
  prepare: ({ services }) => services.renderer.platformAssets(),
  async handler({ services }, { query }, assets) {
    const data = assets
      .filter(({ kind }) => query.kind === undefined || kind === query.kind)
      .map((asset) => platformAssetToWire(services, asset))
    return { data }
  },
})

export const getPlatformAsset = defineOperation({
  id: 'platformAssets.get',
  method: 'GET',
  path: '/platform-assets/{id}',
  summary: 'Get a font or colour profile',
  permission: 'templates.read',
  effect: 'read',
  params: platformAssetParams,
  output: platformAssetSchema,
  errors: ['not_found'],
  prepare: ({ services }) => services.renderer.platformAssets(),
  async handler({ services }, { params }, assets) {
    const asset = assets.find(({ id }) => id === params.id)
    if (!asset) throw notFound('platform asset')
    return platformAssetToWire(services, asset)
  },
})

const { sentence } = platformAssetProblems

/** Stocks and specifications that an error names; the rest are counted. */
const maxNamedUsers = 5
const usersParams = (users: readonly string[]) => ({
  names: users
    .slice(0, maxNamedUsers)
    .map((name) => `“${name}”`)
    .join(', '),
  more: users.length > maxNamedUsers ? users.length - maxNamedUsers : undefined,
})

export const removePlatformAsset = defineOperation({
  id: 'platformAssets.remove',
  method: 'DELETE',
  path: '/platform-assets/{id}',
  summary: 'Remove a font or profile of the instance',
  description:
    'For operators. Printed mail is unaffected; pieces printed later lack its characters. A profile can’t be removed while a stock or any version of a specification names it, because pieces of that version may be printed again.',
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
      if (users.length > 0) throw problem(sentence('still_referenced.profile', usersParams(users)))
      await rows.instanceAssets.remove(everyone, { id })
      return row
    })
    if (!own) {
      const isProgram = (await services.renderer.platformAsset(id)) !== undefined
      throw isProgram ? problem(sentence('invalid_state.program_asset')) : notFound('platform asset')
    }
    forgetInstanceAssets(services.store)
    await services.blobs.remove(own.blobKey)
    return undefined
  },
})

/** Returns names of users of a profile, in any version of them: its pieces may still be printed. */
const namesOfUsers = async (rows: Rows, profile: string): Promise<string[]> => {
  const stocks = (await rows.stocks.find(everyone, {})).filter(
    ({ colourProfile }) => colourProfile === profile,
  )
  const versions = (await rows.specificationVersions.find(everyone, {}))
    .map(({ content }) => content as unknown as SpecificationContent)
    .filter(({ sheet }) => sheet.colourProfile === profile)
  return [...new Set([...stocks, ...versions].map(({ name }) => name))]
}

export const addPlatformAsset = defineOperation({
  id: 'platformAssets.add',
  method: 'POST',
  path: '/platform-assets',
  summary: 'Add a fallback font or output profile',
  description:
    'For operators. The body is the file itself. A font (TrueType, OpenType, WOFF or one of a collection, such as a Chinese font) is used for characters that no other font has, including in published templates; other servers of the instance use it within seconds. A profile (a printer’s ICC profile in CMYK) can be named by the sheet of a specification.',
  permission: 'platform.admin',
  audience: 'user',
  rateClass: 'upload',
  effect: 'process',
  query: instanceAssetQuery,
  bytes: {
    mediaTypes: [
      'font/ttf',
      'font/otf',
      'font/woff',
      'font/woff2',
      'font/collection',
      'application/vnd.iccprofile',
      'application/octet-stream',
    ],
    limitBytes: Math.max(instanceAssetLimits.fontBytes, instanceAssetLimits.profileBytes),
  },
  output: platformAssetSchema,
  status: 201,
  location: '/platform-assets/{id}',
  async handler(context, { query, bytes }) {
    const row = await addInstanceAsset(context, query, bytes!)
    return platformAssetToWire(context.services, toPlatformAsset(row))
  },
})
