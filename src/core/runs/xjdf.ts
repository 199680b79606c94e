import type { OrganisationRow } from '../organisations/store.ts'
import type { XmlElement } from '../ports/xml.ts'
import type { ProductRow, SpecificationRow } from '../products/store.ts'
import { dayMs, toDateTime } from '../time.ts'
import type { RunRow } from './store.ts'

/** What a ticket tells of: the run and whose it is, and what it is printed on. */
export interface TicketFacts {
  run: RunRow
  organisation: OrganisationRow
  product: ProductRow
  specification: SpecificationRow
  itemCount: number
  /** Renderers that made the parts. */
  engines: readonly string[]
}

const productId = 'PRODUCT'

/** Of `Product@ProductType`. */
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
 * The ticket for machines: XJDF 2.1 of the product that is to be made, with the PDF parts in their order. Prepress
 * systems read the intent from it; how it is imposed and printed is theirs. Lengths are points, as XJDF wants them.
 * Elements stand in the order of the alphabet: the older schemas ask for it.
 */
export const xjdfTicket = (facts: TicketFacts): XmlElement => {
  const { run, organisation, specification, itemCount, engines } = facts
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
      DescriptiveName: `${isTest ? 'TEST, DO NOT PRINT: ' : ''}${specification.name} for ${organisation.name}`,
    },
    element('AuditPool', {}, element('AuditCreated', {}, element('Header', header))),
    isTest ? comment('TEST: DO NOT PRINT AND DO NOT POST') : undefined,
    comment(
      `${itemCount} pieces, all different, one after the other in the files: keep them in sequence. Look at proof.pdf first. Check the files with SHA256SUMS.`,
    ),
    element('ProductList', {}, product(facts)),
    resourceSet('Contact', [
      element('Part', { ContactType: 'Customer' }),
      element('Contact', {}, element('Company', { OrganizationName: organisation.name })),
    ]),
    resourceSet('CustomerInfo', [element('CustomerInfo', { CustomerID: organisation.id })]),
    resourceSet('DeliveryParams', delivery(facts)),
    // A machine that reads tickets and no comments must not begin either.
    resourceSet('NodeInfo', [element('NodeInfo', { Status: isTest ? 'Suspended' : 'Waiting' })]),
    resourceSet('RunList', ...run.parts.map(runListPart)),
  )
}

const resourceSet = (name: string, ...resources: XmlElement[][]): XmlElement =>
  element(
    'ResourceSet',
    { Name: name, Usage: 'Input' },
    ...resources.map((children) => element('Resource', {}, ...children)),
  )

const product = ({ product, specification, itemCount }: TicketFacts): XmlElement => {
  const { sheet, paper } = specification
  const twoSided = sheet.pages.max > 1
  const surface = (name: string) =>
    element('SurfaceColor', {
      Surface: name,
      ColorsUsed: 'Cyan Magenta Yellow Black',
      PrintStandard: sheet.colourProfile,
    })
  return element(
    'Product',
    {
      ID: productId,
      IsRoot: 'true',
      ProductType: productTypes[product.kind],
      DescriptiveName: `${product.name}, ${specification.name}`,
      ExternalID: specification.id,
      Amount: itemCount,
    },
    intent(element('ColorIntent', {}, surface('Front'), twoSided ? surface('Back') : undefined)),
    intent(element('LayoutIntent', layout(product, specification))),
    intent(element('MediaIntent', { MediaType: 'Paper', MediaQuality: paper.name, Weight: paper.gsm })),
    intent(
      element('VariableIntent', {
        VariableType: 'Area',
        VariableQuality: 'Full',
        MinPages: sheet.pages.min,
        MaxPages: sheet.pages.max,
      }),
    ),
  )
}

const intent = (child: XmlElement): XmlElement => element('Intent', { Name: child.name }, child)

const points = (mm: number): number => Math.round(((mm * 72) / 25.4) * 100) / 100

/** Of a card the sheet is the finished piece; into which format a letter is folded stands in the product's name. */
const layout = ({ kind }: ProductRow, { sheet }: SpecificationRow): Attributes => {
  const size = `${points(sheet.trim.w)} ${points(sheet.trim.h)}`
  const { min, max } = sheet.pages
  return {
    Bleed: points(sheet.bleed),
    Dimensions: size,
    FinishedDimensions: kind === 'POSTCARD' ? `${size} 0` : undefined,
    Pages: min === max ? max : undefined,
    Sides: kind === 'POSTCARD' && max === 2 ? 'TwoSidedHeadToHead' : undefined,
  }
}

/** Everything to the carrier, by the day on which it is planned to have it. */
const delivery = ({ run, specification, itemCount }: TicketFacts): XmlElement[] => [
  comment('To the mail carrier, in sequence: the pieces are sorted by country and postal code.'),
  element(
    'DeliveryParams',
    { Required: toDateTime(run.cutoffAt + specification.productionDays * dayMs) },
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
