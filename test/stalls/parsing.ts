/** Cases for parsing before an operation: query strings, headers and JSON bodies. */
import { type Case, deep, familyEmoji, nested, wide } from './cases.ts'

const names = (count: number): string => Array.from({ length: count }, (_, n) => `p${n}=`).join('&')

const queries: [what: string, path: string, status?: number][] = [
  ['15,000 parameters of a list', `items?${names(15_000)}`],
  ['15,000 parameters of an operation without any', `developers/whoami?${names(15_000)}`],
  [
    '100 long unknown filters',
    `items?${Array.from({ length: 100 }, (_, n) => `filter[${'x'.repeat(1200)}${n}]=`).join('&')}`,
  ],
  ['60,000 ampersands', `items?${'&'.repeat(60_000)}a`],
  ['30,000 times the same parameter', `items?${'a&'.repeat(30_000)}`],
  ['25,000 parameters that are not UTF-8', `items?${'%ff&'.repeat(25_000)}`],
  ['a value that is not UTF-8', `items?a=${'%ff'.repeat(40_000)}`],
  ['60,000 values of a filter', `items?filter[status][in]=${'A,'.repeat(60_000)}`],
  ['10,000 sort keys', `items?sort=${'-createdAt,'.repeat(10_000)}`],
  ['a search text of combining marks', `items?filter[recipientName][contains]=${'e%CC%81'.repeat(15_000)}`],
  ['a cursor of 120 KB', `items?cursor=${'A'.repeat(120_000)}`],
  ['17,000 brackets', `items?${'filter['.repeat(17_000)}=1`],
  ['a day of 120 KB', `analytics/summary?from=${'2026-'.repeat(24_000)}`],
  ['an id of 120 KB', `items/${'%E2%82%AC'.repeat(12_000)}`, 404],
  ['20,000 segments of a path', `${'a/'.repeat(20_000)}`, 404],
]

const headers: [name: string, value: string, status: number][] = [
  ['authorization', `Bearer ${'A'.repeat(100_000)}`, 401],
  ['authorization', ' '.repeat(100_000), 401],
  ['idempotency-key', 'k'.repeat(100_000), 422],
  ['x-request-id', 'r'.repeat(100_000), 422],
  ['x-mode', 'm'.repeat(100_000), 403],
  ['if-match', '"1",'.repeat(25_000), 422],
  ['accept', 'text/html;q=0.1,'.repeat(6000), 422],
  ['content-type', `application/json${' '.repeat(100_000)}x`, 415],
  ['content-type', `application/${'a+'.repeat(50_000)}`, 415],
  ['content-encoding', `${' '.repeat(100_000)}x`, 415],
  ['cookie', 'a=b; '.repeat(20_000), 422],
  ['x-forwarded-for', '10.0.0.1, '.repeat(10_000), 422],
  ['forwarded', 'for="[::1]";'.repeat(8000), 422],
]

const bodies: [what: string, body: () => string, status: number][] = [
  ['a million opening brackets', () => '['.repeat(1_000_000), 413],
  ['100,000 brackets', () => deep(99_990), 422],
  ['20,000 nested objects', () => nested(20_000), 422],
  ['90,000 names', () => wide(90_000), 413],
  ['49,000 names', () => wide(49_000), 422],
  ['500,000 numbers', () => `[${'1,'.repeat(500_000)}1]`, 413],
  ['99,000 empty objects', () => `[${'{},'.repeat(99_000)}{}]`, 422],
  ['a number of a million digits', () => '9'.repeat(1_000_000), 422],
  ['a text of a megabyte', () => `{"reference":"${'x'.repeat(1_000_000)}"}`, 422],
  ['a text of escapes', () => `{"reference":"${'\\u00e9'.repeat(170_000)}"}`, 422],
  ['a text of emoji', () => `{"reference":"${familyEmoji.repeat(40_000)}"}`, 422],
  ['a text that never ends', () => `"${'\\"'.repeat(500_000)}`, 400],
  ['a megabyte of spaces', () => `${' '.repeat(1_000_000)}{}`, 422],
  ['names of a record, 33,000 of them', () => `{"metadata":${wide(33_000)}}`, 422],
]

export const parsingCases: Case[] = [
  ...queries.map(
    ([what, path, status = 422]): Case => ({
      where: 'query',
      what,
      status,
      request: () => ({ path: `/v1/${path}` }),
    }),
  ),
  ...headers.map(
    ([name, value, status]): Case => ({
      where: `header ${name}`,
      what: `${value.length / 1000} KB`,
      status,
      request: () => ({ path: '/v1/items', body: '{}', headers: { [name]: value } }),
    }),
  ),
  ...bodies.map(
    ([what, body, status]): Case => ({
      where: 'JSON body',
      what,
      status,
      request: () => ({ path: '/v1/items', body: body() }),
    }),
  ),
]
