import type { Recipient } from '../../address/index.ts'
import type { Services } from '../../engine/services.ts'
import { type Finding, hasErrors } from '../../kernel/finding.ts'
import type { RenderRow } from '../../model/renders.ts'
import { FileTooComplex, type PartPiece } from '../../ports/renderer.ts'
import { everyone } from '../../ports/store.ts'
import type { TemplateDocument } from '../../template/document.ts'
import { mailingOf } from '../items/mailing.ts'
import { pieceOf, returnAddressFor } from '../items/piece.ts'
import { compiledTemplate } from '../templates/compiled.ts'

/** The recipient in a preview for which none is named. */
const exampleRecipient: Recipient = {
  name: 'Alex Example',
  street: 'Example Street',
  houseNumber: '1',
  postalCode: '1000 AA',
  city: 'Exampletown',
  country: 'NL',
}

export interface Drawn {
  findings: Finding[]
  /**
   * The file in the pieces in which it was made, because it may be as large as its pictures. Absent where a
   * finding is an error.
   */
  content?: Uint8Array[]
}

/** Draws one piece exactly as a run would, and converts a page of it to pixels where a PNG was requested. */
export const drawRender = async (services: Services, render: RenderRow): Promise<Drawn> => {
  const template = await compiledTemplate(services, render.templateVersionId)
  const piece = await previewPiece(services, render, template.document)
  const chunks: Uint8Array[] = []
  const result = await services.renderer.renderPart(
    {
      title: render.id,
      createdAt: render.createdAt,
      sheet: template.sheet,
      templates: [template],
      pieces: [{ ...piece, templateId: template.id, sequence: 1 }],
    },
    async (chunk) => {
      chunks.push(chunk)
    },
  )
  const findings = result.pieces[0]?.findings ?? []
  if (hasErrors(findings)) return { findings }
  if (render.format === 'pdf') return { findings, content: chunks }
  try {
    const { organisationId, page, dpi } = render
    const { png } = await services.renderer.rasterise(chunks, { organisationId, page, dpi })
    return { findings, content: [png] }
  } catch (error) {
    if (!(error instanceof FileTooComplex)) throw error
    return { findings: [{ code: 'file_too_complex', severity: 'error', message: error.message }] }
  }
}

const previewPiece = async (
  services: Services,
  render: RenderRow,
  document: TemplateDocument,
): Promise<Omit<PartPiece, 'templateId' | 'sequence'>> => {
  const { organisation, item, returnAddress } = await services.store.read(async (rows) => {
    const found = render.itemId === null ? undefined : await rows.items.get(everyone, render.itemId)
    const { organisationId, mode } = render
    const mailing = found && (await mailingOf(rows, { organisationId, mode }, found))
    return {
      organisation: (await rows.organisations.get(everyone, render.organisationId))!,
      item: found,
      returnAddress: await returnAddressFor(rows, render.organisationId, mailing?.returnAddressId ?? null),
    }
  })
  const subject = item ?? {
    id: render.id,
    trackingCode: 'PREVIEW',
    recipient: render.recipient ?? exampleRecipient,
    data: { ...samplesOf(document), ...render.data },
  }
  return pieceOf(services.config, subject, organisation.country, returnAddress)
}

const samplesOf = (document: TemplateDocument): Record<string, string> =>
  Object.fromEntries(
    Object.entries(document.variables).flatMap(([name, { sample }]) =>
      sample === '' ? [] : [[name, sample]],
    ),
  )
