import type { components } from '../../api/types.gen.ts'

type Schemas = components['schemas']

export const languages = ['curl', 'typescript'] as const
export type Language = (typeof languages)[number]

/** An example value for a field without a sample. */
const exampleOf = (name: string, { examples, pattern, format }: Schemas['MergeField']): string => {
  if (examples?.[0] !== undefined) return examples[0]
  if (format === 'date') return '2027-01-31'
  if (format === 'uri') return 'https://example.com/'
  return pattern ? '42' : name
}

/** Returns an item with exactly the Postflow's merge fields. */
export const sampleItem = (postflowId: string, fields: Schemas['MergeFields']) => ({
  postflowId,
  recipient: {
    name: 'Johanna Wielinga',
    street: 'Damrak',
    houseNumber: '12',
    postalCode: '1012 LG',
    city: 'Amsterdam',
    country: 'NL',
  },
  data: Object.fromEntries(
    Object.entries(fields.properties).map(([name, field]) => [name, exampleOf(name, field)]),
  ),
})
type SampleItem = ReturnType<typeof sampleItem>

/** A sample idempotency key, named after the order that caused the letter. */
const intention = 'order-1234'

const curlOf = (item: SampleItem, { url, key }: Place): string => {
  const body = JSON.stringify(item, null, 2).replaceAll("'", "'\\''")
  return `curl ${url}/v1/items \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: ${intention}" \\
  -d '${body}'`
}

const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

const literal = (value: unknown, indent: string): string => {
  if (typeof value !== 'object' || value === null) return quoted(String(value))
  const lines = Object.entries(value).map(([name, one]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)
    return `${indent}  ${key}: ${literal(one, `${indent}  `)},\n`
  })
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}${indent}}`
}

const typescriptOf = (item: SampleItem, { url, key }: Place): string =>
  `import { createClient } from 'lettershop/client'

const api = createClient({ baseUrl: ${quoted(url)}, key: ${quoted(key)} })
const item = await api.items.create(
  ${literal(item, '  ')},
  { idempotencyKey: ${quoted(intention)} },
)
console.log(item.id, item.status)`

interface Place {
  /** Server URL without a trailing slash. */
  url: string
  /** Placeholder for the key's secret. */
  key: string
}

/** Sample programs that create the item. */
export const codeOf: Readonly<Record<Language, (item: SampleItem, place: Place) => string>> = {
  curl: curlOf,
  typescript: typescriptOf,
}
