import type { Services } from '../../../engine/services.ts'
import { concatenate, utf8 } from '../../../kernel/bytes.ts'
import type { InvoiceRow } from '../../../model/billing.ts'
import type { Piece } from '../../../ports/renderer.ts'
import { isKnown } from '../../ledger/seller.ts'
import { ciiOf } from '../electronic/cii.ts'
import { textsOf } from '../invoice-words.ts'
import { drawInvoice } from './invoice.ts'

/** Includes Factur-X if a seller is configured. Throws if the renderer refuses the drawing. */
export const invoicePdf = async (
  services: Services,
  invoice: InvoiceRow,
  original: InvoiceRow | undefined,
): Promise<Uint8Array> => {
  const texts = await textsOf(invoice)
  const { document, sheet, data } = drawInvoice(texts, invoice, original)
  const { layer, findings } = await services.renderer.compile({
    organisationId: invoice.organisationId,
    document,
    sheet,
    assets: [],
  })
  if (!layer) throw new Error(`The invoice ${invoice.number} cannot be rendered: ${JSON.stringify(findings)}`)
  const xml = isKnown(invoice.seller) ? await services.xml.write(ciiOf(texts, invoice, original)) : undefined
  const archive = xml === undefined ? undefined : { language: document.locale, xml: utf8(xml) }
  const template = { id: invoice.id, document, sheet, layer }
  const piece: Piece = { itemId: invoice.id, data, addressLines: [], trackingUrl: '', optOutUrl: '' }
  for (const print of attempts) {
    const chunks: Uint8Array[] = []
    const { pages } = await services.renderer.renderPart(
      {
        title: invoice.number,
        createdAt: invoice.createdAt,
        sheet,
        ...(archive ? { archive } : {}),
        templates: [template],
        pieces: [{ ...piece, data: mapValues(data, print), templateId: template.id, sequence: 1 }],
      },
      async (chunk) => {
        chunks.push(chunk.slice())
      },
    )
    // The renderer omits a piece with a character that no font has.
    if (pages > 0) return concatenate(chunks)
  }
  throw new Error(`The invoice ${invoice.number} cannot be rendered, not even in plain letters.`)
}

/**
 * Ways to print a name with a character that no font has, in order, because the invoice must be issued
 * anyway: question marks outside the supported scripts and punctuation, then for everything but Latin-1.
 */
const attempts: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) =>
    text.replace(
      /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{M}\p{N}\p{P}\p{Z}\n$€+<=>^`|~])[\s\S]/gu,
      '?',
    ),
  (text) => text.replace(/[^\n\x20-\x7E\xA1-\xFF]/gu, '?'),
]

const mapValues = (data: Readonly<Record<string, string>>, change: (text: string) => string) =>
  Object.fromEntries(Object.entries(data).map(([name, text]) => [name, change(text)]))
