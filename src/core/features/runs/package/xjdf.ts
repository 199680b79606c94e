import { toDateTime } from '../../../kernel/time.ts'
import { foldParts, type ProductRow, type SpecificationRow } from '../../../model/products.ts'
import type { RunRow } from '../../../model/runs.ts'
import type { XmlElement } from '../../../ports/xml.ts'
import { pagesOnSheets, sheetsOf } from '../../../template/sheet.ts'
import type { TicketFacts } from './facts.ts'
import { postageText, productionOf, stockText } from './facts.ts'
import { traysOf } from './manifest.ts'
import { envelopeText, listed, range, remakeText, trayText } from './ticket.ts'

const productId = 'PRODUCT'
const contentId = 'CONTENT'
const envelopeId = 'ENVELOPE'
const insertId = (index: number): string => `INSERT_${index + 1}`

const productTypes: Readonly<Record<ProductRow['kind'], string>> = { POSTCARD: 'Postcard', LETTER: 'Letter' }

type Attributes = Record<string, string | number | undefined>

const element = (
  name: string,
  attributes: Attributes = {},
  ...children: (XmlElement | undefined)[]
): XmlElement => ({
  name,
  attributes: Object.fromEntries(
    Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  ),
  children: children.filter((child) => child !== undefined),
})

const comment = (text: string): XmlElement => ({ name: 'Comment', attributes: { Type: 'Instruction' }, text })

/**
 * The XJDF 2.1 ticket. It states the intent; imposition and printing are left to the prepress system. Lengths
 * are in points, as XJDF requires. Elements are in alphabetical order, as older schemas require.
 */
export const xjdfTicket = (facts: TicketFacts): XmlElement => {
  const { run, remake, texts, specification, itemCount, engines } = facts
  const isTest = run.mode === 'test'
  const header = {
    AgentName: 'Lettershop',
    AgentVersion: engines.join(', '),
    DeviceID: 'lettershop',
    Time: toDateTime(run.cutoffAt),
  }
  return element(
    'XJDF',
    {
      xmlns: 'http://www.CIP4.org/JDFSchema_2_0',
      Version: '2.1',
      Types: 'Product',
      JobID: run.id,
      JobPartID: remake && `REMAKE_${remake.number}`,
      DescriptiveName: `${isTest ? 'TEST, DO NOT PRINT: ' : ''}${remake ? `REMAKE ${remake.number}: ` : ''}${specification.name} for ${texts.organisation}`,
    },
    element('AuditPool', {}, element('AuditCreated', {}, element('Header', header))),
    isTest ? comment('TEST: DO NOT PRINT AND DO NOT POST') : undefined,
    remake && comment(`${remakeText(remake)}: ${listed(remake.sequences)}`),
    comment(
      `${itemCount} pieces, all different, one after the other in the files: keep them in sequence. Look at proof.pdf first. Check the files with SHA256SUMS.`,
    ),
    element('ProductList', {}, ...products(facts)),
    resourceSet('Contact', ...contacts(facts)),
    resourceSet('CustomerInfo', [element('CustomerInfo', { CustomerID: run.organisationId })]),
    resourceSet('DeliveryParams', delivery(facts)),
    // Prevents a machine that reads only the ticket from starting a test run.
    resourceSet('NodeInfo', [element('NodeInfo', { Status: isTest ? 'Suspended' : 'Waiting' })]),
    resourceSet('RunList', ...run.parts.map(runListPart)),
  )
}

const contacts = ({ texts: { organisation, contact } }: TicketFacts): XmlElement[][] => {
  const of = (type: string, name: string, email: string | null = null) => [
    element('Part', { ContactType: type }),
    element(
      'Contact',
      {},
      email === null
        ? undefined
        : element('ComChannel', { ChannelType: 'Email', Locator: `mailto:${email}` }),
      element('Company', { OrganizationName: name }),
    ),
  ]
  const own = contact ? [of('Administrator', contact.name, contact.email)] : []
  return [of('Customer', organisation), ...own]
}

const resourceSet = (name: string, ...resources: XmlElement[][]): XmlElement =>
  element(
    'ResourceSet',
    { Name: name, Usage: 'Input' },
    ...resources.map((children) => element('Resource', {}, ...children)),
  )

/** The root product is what leaves the printer: the piece, or a filled envelope with its parts. */
const products = (facts: TicketFacts): XmlElement[] => {
  const { texts, product, specification, itemCount } = facts
  const { envelope } = specification
  const { inserts } = productionOf(specification)
  const name = `${texts.product}, ${specification.name}`
  const amount = { Amount: itemCount }
  if (!envelope) {
    const root = { ID: productId, IsRoot: 'true', ProductType: productTypes[product.kind] }
    return [
      printedProduct(facts, { ...root, DescriptiveName: name, ExternalID: specification.id, ...amount }),
    ]
  }
  const size = `${points(envelope.w)} ${points(envelope.h)}`
  return [
    element(
      'Product',
      {
        ID: productId,
        IsRoot: 'true',
        ProductType: 'FilledEnvelope',
        DescriptiveName: name,
        ExternalID: specification.id,
        ...amount,
      },
      intent(
        element(
          'AssemblingIntent',
          { Container: envelopeId },
          element('AssemblyItem', { ChildRef: contentId }),
          ...inserts.map((_, index) => element('AssemblyItem', { ChildRef: insertId(index) })),
        ),
      ),
    ),
    element(
      'Product',
      { ID: envelopeId, IsRoot: 'false', ProductType: 'Envelope', DescriptiveName: envelope.name, Amount: 1 },
      comment(envelopeText(specification)),
      intent(element('LayoutIntent', { FinishedDimensions: `${size} 0` })),
    ),
    printedProduct(facts, {
      ID: contentId,
      IsRoot: 'false',
      ProductType: productTypes[product.kind],
      Amount: 1,
    }),
    ...inserts.map(({ name, grams }, index) =>
      element(
        'Product',
        { ID: insertId(index), IsRoot: 'false', ProductType: 'Insert', DescriptiveName: name, Amount: 1 },
        comment(`${name}, ${grams} g, goes into the envelope with the piece`),
      ),
    ),
  ]
}

const printedProduct = ({ specification }: TicketFacts, attributes: Attributes): XmlElement => {
  const { sheet, paper } = specification
  const { plex, pages } = sheet
  const { stock, finishing } = productionOf(specification)
  const surface = (name: string) =>
    element('SurfaceColor', {
      Surface: name,
      ColorsUsed: 'Cyan Magenta Yellow Black',
      PrintStandard: sheet.colourProfile,
    })
  return element(
    'Product',
    attributes,
    comment(
      `Stock: ${stockText(stock)}. Finishing: ${finishing.join(', ') || 'none'}. Sheets a piece: ${range(sheetsOf(plex, pages.min), sheetsOf(plex, pages.max))}.`,
    ),
    intent(element('ColorIntent', {}, surface('Front'), plex === 'duplex' ? surface('Back') : undefined)),
    specification.fold === 'none' ? undefined : intent(foldingOf[specification.fold](sheet.trim.h)),
    intent(element('LayoutIntent', layout(specification))),
    intent(element('MediaIntent', { MediaType: 'Paper', MediaQuality: paper.name, Weight: paper.gsm })),
    intent(
      element('VariableIntent', {
        VariableType: 'Area',
        VariableQuality: 'Full',
        MinPages: pagesOnSheets(plex, pages.min),
        MaxPages: pagesOnSheets(plex, pages.max),
      }),
    ),
  )
}

const intent = (child: XmlElement): XmlElement => element('Intent', { Name: child.name }, child)

const points = (mm: number): number => Math.round(((mm * 72) / 25.4) * 100) / 100

/** One fold across, with the lower half behind. */
const halfFold = (height: number): XmlElement =>
  element(
    'FoldingIntent',
    { FoldCatalog: 'F4-1' },
    element('Fold', { From: 'Front', To: 'Down', Travel: points(height / 2) }),
  )

/** Two folds across: the lowest third behind the middle one, both behind the upper one. */
const thirdFold = (height: number): XmlElement =>
  element(
    'FoldingIntent',
    { FoldCatalog: 'F6-1' },
    element('Fold', { From: 'Front', To: 'Down', Travel: points(height / 3) }),
    element('Fold', { From: 'Front', To: 'Down', Travel: points((2 * height) / 3) }),
  )

const foldingOf = { half: halfFold, third: thirdFold } as const

const layout = ({ sheet, fold }: SpecificationRow): Attributes => {
  const { w, h } = sheet.trim
  const { plex, pages } = sheet
  const [min, max] = [pagesOnSheets(plex, pages.min), pagesOnSheets(plex, pages.max)]
  return {
    Bleed: points(sheet.bleed),
    Dimensions: `${points(w)} ${points(h)}`,
    FinishedDimensions: `${points(w)} ${points(h / foldParts[fold])} 0`,
    Pages: min === max ? max : undefined,
    Sides: plex === 'duplex' ? 'TwoSidedHeadToHead' : 'OneSided',
  }
}

const delivery = ({ run, texts, specification, itemCount }: TicketFacts): XmlElement[] => [
  comment('To the mail carrier, in sequence: the pieces are sorted by country and postal code.'),
  comment(`Postage: ${postageText(productionOf(specification).postage)}.`),
  ...traysOf(run).map((tray) => comment(`Tray ${trayText(tray)}`)),
  element(
    'DeliveryParams',
    { Required: toDateTime(texts.requiredAt) },
    element('DropItem', { Amount: itemCount, ItemRef: productId }),
  ),
]

const runListPart = ({ name, pages, bytes, sha256 }: RunRow['parts'][number]): XmlElement[] => [
  element('GeneralID', { IDUsage: 'SHA256', IDValue: sha256 }),
  element('Part', { Run: name.replace(/\.pdf$/, '') }),
  element(
    'RunList',
    { NPage: pages, Pages: `0 ${pages - 1}` },
    element('FileSpec', { MimeType: 'application/pdf', FileSize: bytes, URL: name }),
  ),
]
