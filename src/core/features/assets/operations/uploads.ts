import { defineList, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { oneOf } from '../../../kernel/query.ts'
import { assetFileKinds, assetsTable, isListKind } from '../../../model/assets.ts'
import { assetById, assetFileById, assetFileToWire, assetToWire, imageById } from '../asset.ts'
import { uploadLimits } from '../limits.ts'
import { workbookType } from '../receive.ts'
import {
  assetFilePatch,
  assetFileSchema,
  assetParams,
  assetPatch,
  assetSchema,
  uploadParams,
  uploadQuery,
  uploadSchema,
} from '../schema.ts'
import { mayOpenList, takeUpload, uploadById, uploadToWire } from '../upload.ts'

export const getUpload = defineOperation({
  id: 'uploads.get',
  method: 'GET',
  path: '/uploads/{id}',
  summary: 'Get an upload',
  description:
    'The receipt of a file. `REMOVED` means that the bytes are removed and only the receipt is kept. `name` and `sheets` of another caller’s list need `items.read`; otherwise they are `list.csv` or `list.xlsx`, and null.',
  permission: 'templates.read',
  effect: 'read',
  params: uploadParams,
  output: uploadSchema,
  errors: ['not_found'],
  async handler(context, { params }) {
    const upload = await uploadById(context, params.id)
    const receipt = uploadToWire(upload)
    // The names of a list and its sheets may contain personal names.
    return !isListKind(upload.kind) || mayOpenList(context.caller, upload)
      ? receipt
      : { ...receipt, name: `list.${upload.kind.toLowerCase()}`, sheets: null }
  },
})

export const createUpload = defineOperation({
  id: 'uploads.create',
  method: 'POST',
  path: '/uploads',
  summary: 'Upload a file',
  description:
    'The body is the file itself: `curl --data-binary @logo.png ".../v1/uploads?kind=IMAGE&name=logo.png"`. Its type is detected from its bytes. A file that can’t be used is refused with every error and not stored. A list (CSV or XLSX) belongs to the mode of the key and is kept for 30 days; for XLSX, the rows of its sheets are stored, with dates as `2026-03-01`. A WebP, AVIF or TIFF image is converted to PNG for storage and printing, with a warning. `face` chooses a font of a collection (TTC); web fonts (WOFF, WOFF2) are unpacked. An SVG is a `DRAWING`, which is converted to a PDF of one page. Images, drawings, PDFs and fonts are shared by both modes and need a live key.',
  permission: 'templates.write',
  rateClass: 'upload',
  effect: 'process',
  query: uploadQuery,
  bytes: {
    mediaTypes: [
      ...['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/tiff', 'image/svg+xml'],
      ...['application/pdf', 'text/csv', workbookType],
      ...['font/ttf', 'font/otf', 'font/woff', 'font/woff2', 'font/collection'],
    ],
    limitBytes: Math.max(...Object.values(uploadLimits.bytes)),
  },
  output: uploadSchema,
  status: 201,
  location: '/uploads/{id}',
  // A retry after a crash uses the same id, and finds the upload if it was stored.
  prepare: async ({ services }) => ({ id: services.ids.next('upl') }),
  async handler(context, { query, bytes }, { id }) {
    return uploadToWire(await takeUpload(context, { id, ...query }, bytes!))
  },
})

export const getAsset = defineOperation({
  id: 'uploads.asset',
  method: 'GET',
  path: '/assets/{id}',
  summary: 'Get an image asset with signed URLs',
  permission: 'templates.read',
  effect: 'read',
  params: assetParams,
  output: assetSchema,
  errors: ['not_found'],
  async handler(context, { params }) {
    return assetToWire(context.services, await imageById(context, params.id))
  },
})

export const getAssetFile = defineOperation({
  id: 'uploads.assetFile',
  method: 'GET',
  path: '/asset-files/{id}',
  summary: 'Get an uploaded PDF, drawing or font with a signed URL',
  permission: 'templates.read',
  effect: 'read',
  params: assetParams,
  output: assetFileSchema,
  errors: ['not_found'],
  async handler(context, { params }) {
    return assetFileToWire(context.services, await assetFileById(context, params.id))
  },
})

export const listAssetFiles = defineOperation({
  id: 'uploads.assetFiles',
  method: 'GET',
  path: '/asset-files',
  summary: 'List uploaded PDFs, drawings and fonts',
  description: 'Assets of templates besides images, which `uploads.assets` lists.',
  permission: 'templates.read',
  effect: 'read',
  list: defineList(assetsTable, {
    sort: { createdAt: 'createdAt', name: 'name' },
    defaultSort: '-createdAt',
    filters: {
      kind: { type: 'enum', values: assetFileKinds, operators: ['eq', 'in'] },
      name: { type: 'text', operators: ['eq', 'contains'] },
      createdAt: periodFilter,
    },
  }),
  output: listOf(assetFileSchema),
  async handler({ rows, shared, services }, { list }) {
    const page = await rows.assets.list(shared, {
      ...list,
      where: [list.where, { status: 'ACTIVE', kind: oneOf([...assetFileKinds]) }],
    })
    return toList(list, page, (row) => assetFileToWire(services, row))
  },
})

export const listAssets = defineOperation({
  id: 'uploads.assets',
  method: 'GET',
  path: '/assets',
  summary: 'List image assets',
  permission: 'templates.read',
  effect: 'read',
  list: defineList(assetsTable, {
    sort: { createdAt: 'createdAt', name: 'name' },
    defaultSort: '-createdAt',
    filters: {
      name: { type: 'text', operators: ['eq', 'contains'] },
      format: { type: 'enum', values: ['jpeg', 'png'], operators: ['eq', 'in'] },
      createdAt: periodFilter,
    },
  }),
  output: listOf(assetSchema),
  async handler({ rows, shared, services }, { list }) {
    const page = await rows.assets.list(shared, {
      ...list,
      where: [list.where, { status: 'ACTIVE', kind: 'IMAGE' }],
    })
    return toList(list, page, (row) => assetToWire(services, row))
  },
})

export const deleteAsset = defineOperation({
  id: 'uploads.deleteAsset',
  method: 'DELETE',
  path: '/assets/{id}',
  summary: 'Delete an asset',
  description:
    'An image, or the asset of an uploaded PDF, drawing or font. It is no longer listed, its URLs stop working, and drafts that use it can’t be published. Published versions still print it.',
  permission: 'templates.write',
  effect: 'write',
  shared: true,
  params: assetParams,
  output: 'empty',
  errors: ['not_found'],
  async handler(context, { params }) {
    const asset = await assetById(context, params.id)
    await context.rows.assets.update(context.shared, asset.id, { status: 'DELETED' })
    context.work.enqueue({
      kind: 'assets.purge',
      subject: asset.id,
      organisationId: asset.organisationId,
      mode: null,
      dueAt: context.services.clock.now(),
      payload: { assetId: asset.id },
    })
    return undefined
  },
})

export const patchAsset = defineOperation({
  id: 'uploads.patchAsset',
  method: 'PATCH',
  path: '/assets/{id}',
  summary: 'Rename an image asset',
  permission: 'templates.write',
  effect: 'write',
  shared: true,
  params: assetParams,
  body: assetPatch,
  output: assetSchema,
  errors: ['not_found'],
  async handler(context, { params, body }) {
    const asset = await imageById(context, params.id)
    await context.rows.assets.update(context.shared, asset.id, body)
    return assetToWire(context.services, { ...asset, ...body })
  },
})

export const patchAssetFile = defineOperation({
  id: 'uploads.patchAssetFile',
  method: 'PATCH',
  path: '/asset-files/{id}',
  summary: 'Rename an uploaded PDF, drawing or font',
  permission: 'templates.write',
  effect: 'write',
  shared: true,
  params: assetParams,
  body: assetFilePatch,
  output: assetFileSchema,
  errors: ['not_found'],
  async handler(context, { params, body }) {
    const asset = await assetFileById(context, params.id)
    await context.rows.assets.update(context.shared, asset.id, body)
    return assetFileToWire(context.services, { ...asset, ...body })
  },
})
