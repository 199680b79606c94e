import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { itemParams } from '../../items/schema.ts'
import { printedOf, printedPages } from '../printed.ts'
import { evidenceProblems } from '../sentences.ts'

export const getItemDocument = defineOperation({
  id: 'items.document',
  method: 'GET',
  path: '/items/{id}/document',
  summary: 'Get the printed pages of an item',
  description:
    'The pages of this item alone, cut from the very file that was made for the printer and compared with the ' +
    'digest in its manifest; asked for again, the bytes are the same. 409 before its run is rendered, 404 once ' +
    'they were erased. `renders.create` shows an item that is not rendered yet.',
  permission: 'items.read',
  rateClass: 'preview',
  effect: 'read',
  params: itemParams,
  output: 'stream',
  contentType: 'application/pdf',
  errors: ['not_found', 'invalid_state'],
  /** Cuts out the pages before the handler, so that no snapshot waits for it. */
  async prepare({ services, scope }, { params }) {
    const pages = await printedPages(services, await printedOf(services, scope, params.id))
    if (!pages) throw problem(evidenceProblems.say('not_found.pages_gone'))
    return pages.pdf
  },
  async handler(_context, { params }, pdf) {
    return { contentType: 'application/pdf', fileName: `${params.id}.pdf`, content: pdf }
  },
})
