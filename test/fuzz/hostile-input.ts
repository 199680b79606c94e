import type { RandomSource } from './random-source.ts'

const deep = (levels: number): unknown => {
  let value: unknown = 'bottom'
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value }
  return value
}

/** Valid days and instants at which date arithmetic overflows. */
export const calendarEdges: readonly string[] = [
  '0000-01-01',
  '0001-01-01',
  '1969-12-31',
  '2024-02-29',
  '9999-12-31',
  '0000-01-01T00:00:00Z',
  '0000-01-01T00:00:00+23:59',
  '1970-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59-23:59',
]

/** Values that often break code that expects well-behaved clients. */
export const hostileValues: readonly unknown[] = [
  null,
  true,
  [],
  {},
  '',
  ' ',
  0,
  -1,
  1.5,
  2 ** 53,
  -(2 ** 63),
  1e308,
  'x'.repeat(300),
  'y'.repeat(50_000),
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u0007\u001b[31m',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  "' OR 1=1 --",
  '%_%',
  '<script>alert(1)</script>',
  '{{firstName}}',
  '=HYPERLINK("http://evil")',
  '2026-02-30',
  '9999999-01-01T00:00:00Z',
  '0000-00-00',
  ...calendarEdges,
  'NaN',
  ['__proto__'],
  { constructor: { prototype: 1 } },
  Array.from({ length: 2000 }, (_, index) => index),
  deep(60),
]

/** Bodies that are invalid JSON, or valid JSON at the limits of parsers. */
export const hostileBodies: readonly (string | Uint8Array)[] = [
  '',
  ' ',
  'null',
  '[]',
  '"text"',
  '{',
  '{"a":1,}',
  '{"a":1e999}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"a":"\\ud800"}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `{"a":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`,
  JSON.stringify({ label: 'x'.repeat(2_000_000) }),
  `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1`).join(',')}}`,
  new Uint8Array([0xff, 0xfe, 0x00, 0x80]),
  new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d]),
  new Uint8Array([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
]

export const hostileQueries: readonly string[] = [
  'limit=0',
  'limit=201',
  'limit=1e3',
  'limit=',
  'limit=5&limit=6',
  'cursor=AAAA',
  `cursor=${'A'.repeat(5000)}`,
  'sort=__proto__',
  'sort=-,,',
  'sort=createdAt,createdAt,createdAt',
  'filter[__proto__]=1',
  'filter[constructor][eq]=1',
  'filter%5Bstatus%5D%5Bin%5D=,,,',
  `filter[status][in]=${Array.from({ length: 10_000 }, (_, index) => `V${index}`).join(',')}`,
  'filter[createdAt][gte]=2026-02-30',
  'filter[createdAt][lt]=0001-01-01T00:00:00%2B14:00',
  'filter[]=1',
  'filter[status',
  'filter[name][contains]=%25',
  'filter[name][contains]=%00',
  'include=total,total',
  'include=__proto__',
  'from=2026-13-01&to=banana&days=-5',
  'days=367',
  'a=%ff%fe',
  '%=%',
  '&&&===',
  'x'.repeat(7000),
]

export const hostileSegments: readonly string[] = [
  '__proto__',
  'constructor',
  '..%2f..%2fetc%2fpasswd',
  '%00',
  '%ff',
  '%',
  'x'.repeat(3000),
  '%E2%80%AE',
  '-1',
  'itm_00000000000000000000000000',
  "'%20OR%201=1",
]

/** Makes one random part of a valid value invalid. */
export const mutate = (value: unknown, random: RandomSource): unknown => {
  if (typeof value !== 'object' || value === null || random.chance(0.15)) return random.pick(hostileValues)
  const entries = Object.entries(value)
  if (entries.length === 0 || random.chance(0.15)) {
    return Array.isArray(value)
      ? [...value, random.pick(hostileValues)]
      : { ...value, [random.pick(['extra', 'constructor', 'a.b', '', '💥'])]: random.pick(hostileValues) }
  }
  const [key, inner] = random.pick(entries)
  const copy = Array.isArray(value) ? [...value] : { ...value }
  if (!Array.isArray(copy) && random.chance(0.2)) delete (copy as Record<string, unknown>)[key]
  else (copy as Record<string, unknown>)[key] = mutate(inner, random)
  return copy
}
