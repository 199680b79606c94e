import { countries, type Recipient } from '../../address/index.ts'
import type { Services } from '../../engine/services.ts'
import { type Finding, finding, hasErrors } from '../../kernel/finding.ts'
import type { ItemRow } from '../../model/items.ts'
import type { RenderRow } from '../../model/renders.ts'
import type { RasterOptions } from '../../ports/renderer.ts'
import { type CompiledTemplate, FileTooComplex, type PictureInput, type Piece } from '../../ports/renderer.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import type { TemplateDocument } from '../../template/document.ts'
import { samplesOf } from '../../template/field-values.ts'
import { sheetsOf } from '../../template/sheet.ts'
import { sampleMarks } from '../../template/sheet-mark.ts'
import { mailingOf } from '../items/mailing.ts'
import { pieceOf, returnAddressFor } from '../items/validate.ts'
import { versionOf } from '../products/specifications.ts'
import { compiledTemplate } from '../templates/compiled.ts'

/** Example for mail posted in the Netherlands. */
const exampleRecipient: Recipient = {
  name: 'Alex Example',
  street: 'Example Street',
  houseNumber: '1',
  postalCode: '1000 AA',
  city: 'Exampletown',
  country: 'NL',
}

/** Returns an example in the posting country, which has the usual number of address lines. */
const exampleIn = (country: string): Recipient => {
  const rule = countries.find(({ code }) => code === country)
  if (!rule || country === exampleRecipient.country) return exampleRecipient
  const { postalCode: _, ...rest } = exampleRecipient
  return {
    ...rest,
    ...(rule.postalCodeExample ? { postalCode: rule.postalCodeExample } : {}),
    ...(rule.regionRequired ? { region: 'EX' } : {}),
    country,
  }
}

/** Tracking code of previews, which belongs to no item. */
const exampleCode = 'PREVIEW'

export interface RenderOutput {
  findings: Finding[]
  /** In chunks, because images can make it large. Absent if a finding is an error. */
  content?: Uint8Array[] | undefined
}

/** Draws exactly as a run would, as a file or, if requested, as a PNG of one page. */
export const drawRender = async (services: Services, render: RenderRow): Promise<RenderOutput> => {
  const { organisationId, page, dpi } = render
  const { item, ...sender } = await services.store.read(async (rows) => {
    const found = render.itemId === null ? undefined : await rows.items.get({ organisationId }, render.itemId)
    return { item: found, ...(await senderOf(rows, render, found)) }
  })
  // An item is printed on the sheet for which it was sold.
  const version = item && versionOf(item.specificationVersion)
  const template = await compiledTemplate(services, render, render.templateVersionId, version)
  const piece = previewPiece(services, render, template.document, { item, ...sender })
  return render.format === 'pdf'
    ? fileOf(services, template, piece, { title: render.id, createdAt: render.createdAt })
    : pictureOf(services, { organisationId, template, piece, page, dpi })
}

/** Draws a page of an item in any status, as a run would. */
export const drawItemPage = async (
  services: Services,
  template: CompiledTemplate,
  item: ItemRow,
  options: RasterOptions,
): Promise<RenderOutput> => {
  const { organisation, returnAddress } = await services.store.read((rows) => senderOf(rows, item, item))
  const piece = pieceOf(services.config, item, template.document, organisation.country, returnAddress)
  return pictureOf(services, { organisationId: item.organisationId, template, piece, ...options })
}

/** Draws a page with the template's samples and an example recipient. */
export const drawSamplePage = async (
  services: Services,
  template: CompiledTemplate,
  scope: Pick<RenderRow, 'organisationId' | 'mode'>,
  options: RasterOptions,
): Promise<RenderOutput> => {
  const piece = await samplePiece(services, scope, template.document)
  return pictureOf(services, { organisationId: scope.organisationId, template, piece, ...options })
}

interface Sample {
  recipient?: Recipient | undefined
  data?: Record<string, string> | undefined
  returnAddressId?: string | null | undefined
}

/** Returns a piece with the document's samples and an example recipient, unless `given` replaces them. */
export const samplePiece = async (
  services: Services,
  scope: Pick<RenderRow, 'organisationId' | 'mode'>,
  document: TemplateDocument,
  given: Sample = {},
): Promise<Piece> => {
  const { organisation, returnAddress } = await services.store.read((rows) =>
    senderOf(rows, scope, undefined, given.returnAddressId),
  )
  const subject = {
    id: 'sample',
    trackingCode: exampleCode,
    recipient: given.recipient ?? exampleIn(organisation.country),
    data: { ...samplesOf(document), ...given.data },
  }
  return pieceOf(services.config, subject, document, organisation.country, returnAddress)
}

const fileOf = async (
  { renderer }: Services,
  template: CompiledTemplate,
  piece: Piece,
  about: { title: string; createdAt: number },
): Promise<RenderOutput> => {
  const chunks: Uint8Array[] = []
  const marks = sampleMarks(sheetsOf(template.sheet.plex, template.document.pages.length))
  const pieces = [{ ...piece, templateId: template.id, sequence: 1, marks }]
  const result = await renderer.renderPart(
    { ...about, sheet: template.sheet, templates: [template], pieces },
    async (chunk) => {
      chunks.push(chunk)
    },
  )
  const findings = result.pieces[0]?.findings ?? []
  return hasErrors(findings) ? { findings } : { findings, content: chunks }
}

/** Draws a picture; returns a finding instead if drawing exceeds the limits. */
const pictureOf = async ({ renderer }: Services, input: PictureInput): Promise<RenderOutput> => {
  try {
    const { findings, picture } = await renderer.picture(input)
    return picture ? { findings, content: [picture.png] } : { findings }
  } catch (error) {
    if (!(error instanceof FileTooComplex)) throw error
    return { findings: [finding('error', error.sentence)] }
  }
}

const senderOf = async (
  rows: Rows,
  { organisationId, mode }: Pick<RenderRow, 'organisationId' | 'mode'>,
  item: ItemRow | undefined,
  returnAddressId: string | null = null,
) => {
  const mailing = item && (await mailingOf(rows, { organisationId, mode }, item))
  return {
    organisation: (await rows.organisations.get(everyone, organisationId))!,
    returnAddress: await returnAddressFor(rows, organisationId, mailing?.returnAddressId ?? returnAddressId),
  }
}

const previewPiece = (
  services: Services,
  render: RenderRow,
  document: TemplateDocument,
  { item, organisation, returnAddress }: Awaited<ReturnType<typeof senderOf>> & { item: ItemRow | undefined },
): Piece => {
  const subject = item ?? {
    id: render.id,
    trackingCode: exampleCode,
    recipient: render.recipient ?? exampleRecipient,
    data: { ...samplesOf(document), ...render.data },
  }
  return pieceOf(services.config, subject, document, organisation.country, returnAddress)
}
