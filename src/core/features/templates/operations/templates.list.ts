import { defineList, idFilter, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { templatesTable } from '../../../model/templates.ts'
import { templateSchema } from '../schema.ts'
import { templatesToWire } from '../template.ts'

export const listTemplates = defineOperation({
  id: 'templates.list',
  method: 'GET',
  path: '/templates',
  summary: 'List templates',
  permission: 'templates.read',
  effect: 'read',
  list: defineList(templatesTable, {
    sort: { name: 'name', createdAt: 'createdAt', updatedAt: 'updatedAt' },
    defaultSort: '-updatedAt',
    filters: {
      id: idFilter,
      name: { type: 'text', operators: ['eq', 'contains'] },
      folderId: { type: 'text', operators: ['eq', 'in', 'null'] },
      productId: { type: 'text', operators: ['eq', 'in'] },
      createdAt: periodFilter,
      updatedAt: periodFilter,
      status: {
        type: 'enum',
        values: ['ACTIVE', 'ARCHIVED'],
        operators: ['eq', 'ne', 'in'],
        description: 'Whether it was archived.',
      },
    },
  }),
  output: listOf(templateSchema),
  async handler(context, { list }) {
    const page = await context.rows.templates.list(context.shared, list)
    const data = await templatesToWire(context, page.rows)
    return { ...toList(list, page, (row) => row), data }
  },
})
