import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { fileNamePart } from '../../../kernel/text.ts'
import { itemParams } from '../../items/schema.ts'
import { nameOfMailing } from '../../runs/package/downloads.ts'
import { printedEvidence, signedEvidence } from '../bundle.ts'
import { printedOf, printedPages } from '../printed.ts'
import { evidenceBundleSchema } from '../schema.ts'
import { evidenceProblems } from '../sentences.ts'

export const getItemDocument = defineOperation({
  id: 'items.document',
  method: 'GET',
  path: '/items/{id}/document',
  summary: 'Get the printed pages of an item',
  description:
    'The pages of this item, extracted from the file made for the printer and compared with the ' +
    'digest in its manifest. Repeated calls return identical bytes. 409 before its run is rendered, 404 after ' +
    'erasure. For an item that is not rendered yet, use `renders.create`.',
  permission: 'items.read',
  rateClass: 'preview',
  effect: 'read',
  params: itemParams,
  output: 'stream',
  contentType: 'application/pdf',
  errors: ['not_found', 'invalid_state'],
  /** Extracts the pages before the handler, so that no snapshot stays open while it does. */
  async prepare({ services, scope }, { params }) {
    const printed = await printedOf(services, scope, params.id)
    const pages = await printedPages(services, printed)
    if (!pages) throw problem(evidenceProblems.sentence('not_found.pages_gone'))
    return { item: printed.item, pdf: pages.pdf }
  },
  async handler({ rows }, _input, { item, pdf }) {
    const mailing = await nameOfMailing(rows, item, item)
    const name = [mailing ?? '', item.recipientName].map(fileNamePart).filter(Boolean).join(' - ')
    return { contentType: 'application/pdf', fileName: `${name || item.id}.pdf`, content: pdf }
  },
})

export const getItemEvidence = defineOperation({
  id: 'items.evidence',
  method: 'GET',
  path: '/items/{id}/evidence',
  summary: 'Get signed evidence of what was printed',
  description:
    'What was printed, when, at which price and why, signed by this server: the digest of the pages, the row of the ' +
    'package’s manifest with the package’s sums, the template version, the run, the ledger entries and the events. ' +
    '`lettershop evidence verify FILE` checks it offline; docs/evidence.md specifies it. 409 before the run was ' +
    'handed to the printer.',
  permission: 'items.read',
  rateClass: 'preview',
  effect: 'read',
  params: itemParams,
  output: evidenceBundleSchema,
  errors: ['not_found', 'invalid_state'],
  prepare: ({ services, scope }, { params }) => printedEvidence(services, scope, params.id),
  handler: (context, _input, half) => signedEvidence(context, half),
})
