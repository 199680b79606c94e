import { recipientFields } from '../../address/schema.ts'
import type { Scope as Permission } from '../../engine/access/permissions.ts'
import type { ModeScope } from '../../engine/caller.ts'
import { eventToWire } from '../../engine/events/event.ts'
import type { FiltersOn, ListLanguage } from '../../engine/list/fields.ts'
import type { Services } from '../../engine/services.ts'
import type { ColumnName, Page, ParsedQuery } from '../../kernel/query.ts'
import type { Table } from '../../kernel/table.ts'
import type { AnalyticsDayRow } from '../../model/analytics.ts'
import { invoiceKinds, invoiceStatuses } from '../../model/billing.ts'
import type { ExportKind } from '../../model/exports.ts'
import { tables } from '../../model/index.ts'
import type { Rows } from '../../ports/store.ts'
import { toWire as invoiceToWire } from '../billing/invoice.ts'
import { ledgerPage, toWire as ledgerToWire, listLedger } from '../billing/operations/billing.ts'
import { listEvents } from '../events/operations/events.ts'
import { itemToWire } from '../items/item.ts'
import { listItems } from '../items/operations/items.ts'
import { suppressionToWire } from '../suppressions/entry.ts'
import { listSuppressions } from '../suppressions/operations/suppressions.ts'

export type Stored = { readonly id: string } & Readonly<Record<string, unknown>>

export interface ExportSource {
  /** The permission of the list, which an export requires too. */
  permission: Permission
  filters: ListLanguage['filters']
  /** Rows are in ascending order of this column. */
  order: string
  /** The export contains only rows created before its request, so that it ends. */
  bounded: boolean
  page(rows: Rows, scope: ModeScope, query: ParsedQuery<Stored>): Promise<Page<Stored>>
  /** A line of NDJSON. */
  view(services: Services, row: Stored): object
  /** Paths in that view that become the columns of the CSV. Objects and lists are written as JSON. */
  columns: readonly string[]
}

/** Filters, page and view share the type of their rows. */
const source = <Row extends { id: string }, const Filters extends ListLanguage['filters']>(
  _table: Table<Row>,
  declared: Omit<ExportSource, 'filters' | 'order' | 'page' | 'view'> & {
    filters: Filters & FiltersOn<Row, Filters>
    order: ColumnName<Row>
    page(rows: Rows, scope: ModeScope, query: ParsedQuery<Row>): Promise<Page<Row>>
    view(services: Services, row: Row): object
  },
): ExportSource => declared as unknown as ExportSource

const recipient = recipientFields.map((field) => `recipient.${field}`)

const period = ['gte', 'gt', 'lte', 'lt'] as const

export const exportSources: Readonly<Record<ExportKind, ExportSource>> = {
  items: source(tables.items, {
    permission: 'items.read',
    filters: listItems.list!.filters,
    order: 'createdAt',
    bounded: true,
    page: (rows, scope, query) => rows.items.list(scope, query),
    view: itemToWire,
    columns: [
      ...['id', 'status', 'heldReason', 'postflowId', 'postbatchId', 'templateVersionId', 'productId'],
      ...['productSpecificationId', 'advertisingCategory', ...recipient, 'reference', 'sendOn', 'runId'],
      ...['sequence', 'priceCents', 'currency', 'scanCount', 'tracking.code', 'reprintOfItemId'],
      ...['createdAt', 'updatedAt', 'data', 'metadata', 'findings', 'billingGroup', 'correctionOfItemId'],
    ],
  }),
  suppressions: source(tables.suppressions, {
    permission: 'items.read',
    filters: listSuppressions.list!.filters,
    order: 'createdAt',
    bounded: true,
    page: (rows, scope, query) => rows.suppressions.list(scope, query),
    view: (_services, row) => suppressionToWire(row),
    columns: [
      ...['id', 'status', 'source', 'reason', 'advertisingCategory', 'matchName', ...recipient],
      ...['addressKey', 'itemId', 'createdAt', 'updatedAt'],
    ],
  }),
  ledger: source(tables.ledgerEntries, {
    permission: 'billing.read',
    filters: listLedger.list!.filters,
    order: 'createdAt',
    bounded: true,
    page: ledgerPage,
    view: (_services, row) => ledgerToWire(row),
    columns: [
      ...['id', 'kind', 'debit', 'credit', 'amountCents', 'currency', 'itemId', 'invoiceId', 'createdAt'],
      'billingGroup',
    ],
  }),
  invoices: source(tables.invoices, {
    permission: 'billing.read',
    filters: {
      kind: { type: 'enum', values: invoiceKinds, operators: ['eq'] },
      status: { type: 'enum', values: invoiceStatuses, operators: ['eq', 'ne', 'in'] },
      issueDate: { type: 'date', operators: ['eq', ...period] },
    },
    order: 'createdAt',
    bounded: true,
    page: (rows, { organisationId }, query) => rows.invoices.list({ organisationId }, query),
    view: (_services, row) => invoiceToWire(row),
    columns: [
      ...['id', 'number', 'kind', 'source', 'status', 'issueDate', 'dueDate', 'periodFrom', 'periodTo'],
      ...['currency', 'vatTreatment', 'vatRate', 'subtotalCents', 'vatCents', 'totalCents', 'paidCents'],
      ...['paidAt', 'sentAt', 'creditNoteOfInvoiceId', 'reason', 'paymentId', 'createdAt'],
    ],
  }),
  events: source(tables.events, {
    permission: 'events.read',
    filters: listEvents.list!.filters,
    order: 'sequence',
    bounded: true,
    page: (rows, scope, query) => rows.events.list(scope, query),
    view: (_services, row) => eventToWire(row),
    columns: ['id', 'type', 'version', 'createdAt', 'organisationId', 'isTest', 'data'],
  }),
  analyticsDays: source(tables.analyticsDays, {
    permission: 'items.read',
    filters: { day: { type: 'date', operators: ['eq', ...period] } },
    order: 'day',
    bounded: false,
    page: (rows, scope, query) =>
      rows.analyticsDays.list(scope, { ...query, where: [query.where, { grain: 'organisation' }] }),
    view: (_services, { day, created, sent, cancelled, failed, scans, spendCents }: AnalyticsDayRow) => ({
      ...{ day, created, sent, cancelled, failed, scans, spendCents },
    }),
    columns: ['day', 'created', 'sent', 'cancelled', 'failed', 'scans', 'spendCents'],
  }),
}

export const cellAt = (view: object, path: string): string => {
  let value: unknown = view
  for (const name of path.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[name]
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
