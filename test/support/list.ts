import { createCrypto } from '../../src/adapters/system/crypto.ts'
import type { ListLanguage } from '../../src/core/engine/list/fields.ts'
import { type ListBinding, parseListQuery } from '../../src/core/engine/list/grammar.ts'

/** A list with text, enum, date, integer and boolean fields. */
export const declaration: ListLanguage = {
  sort: { createdAt: 'createdAt', name: 'name' },
  defaultSort: '-createdAt',
  filters: {
    name: { type: 'text', operators: ['eq', 'contains'], maxLength: 5 },
    status: { type: 'enum', values: ['ACTIVE', 'ARCHIVED'], operators: ['eq', 'ne', 'in'] },
    type: {
      type: 'enum',
      values: ['item.created', 'item.held', 'webhook.test'],
      groups: { 'item.*': ['item.created', 'item.held'] },
      operators: ['eq', 'ne', 'in'],
    },
    createdAt: { type: 'dateTime', operators: ['eq', 'gte', 'gt', 'lte', 'lt'] },
    sendOn: { type: 'date', operators: ['eq', 'gte', 'lte', 'null'] },
    price: { type: 'integer', operators: ['eq', 'in', 'gt'], column: 'priceCents' },
    isTest: {
      type: 'boolean',
      operators: ['eq'],
      column: 'mode',
      stored: { true: 'test', false: 'live' },
    },
  },
}

export const binding: ListBinding = {
  crypto: createCrypto(new Uint8Array(32).fill(1)),
  operation: 'things.list',
  organisationId: 'org_1',
  mode: 'live',
  fixed: { id: 'run_1' },
}

/** Parses the query string of a URL. */
export const parse = (query: string, bound: Partial<ListBinding> = {}, declared = declaration) =>
  parseListQuery(declared, [...new URLSearchParams(query)], { ...binding, ...bound })
