import { defineOperation } from '../../../engine/operation.ts'
import { designToWire, libraryDesign } from '../library.ts'
import { libraryDesignSchema, libraryParams } from '../schema.ts'

export const getLibraryDesign = defineOperation({
  id: 'templateLibrary.get',
  method: 'GET',
  path: '/template-library/{id}',
  summary: 'Get a design of the library with its document',
  permission: 'templates.read',
  effect: 'read',
  params: libraryParams,
  output: libraryDesignSchema,
  errors: ['not_found'],
  async handler({ rows }, { params }) {
    const design = await libraryDesign(rows, params.id)
    return { ...designToWire(design), document: design.document }
  },
})
