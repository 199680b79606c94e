import fc from 'fast-check'
import { type JsonSchema, resolve } from './document.ts'
import { calendarEdges } from './hostile-input.ts'
import type { RandomSource } from './random-source.ts'

/** Sources of generated values: existing ids, real recipients, and the tenant's mark. */
export interface GenerationContext {
  random: RandomSource
  /** Part of every free text, to recognise it in another tenant's answers. */
  mark: string
  /** Returns a known id for a field of this name. */
  idFor(name: string): string | undefined
  recipient(): Record<string, unknown>
}

const words = [
  'Zoë',
  'Łódź',
  'smörgåsbord',
  'Ελλάδα',
  'шаг',
  'שלום',
  'مرحبا',
  'plain',
  'O’Neil',
  '=1+1',
  '100%',
]
const patternSamples = new Map<string, string[]>()

const matching = (pattern: string, random: RandomSource): string => {
  let samples = patternSamples.get(pattern)
  if (!samples) {
    samples = fc.sample(fc.stringMatching(new RegExp(pattern)), { seed: 7, numRuns: 50 })
    patternSamples.set(pattern, samples)
  }
  return random.pick(samples)
}

const instant = (random: RandomSource) =>
  random.chance(0.2)
    ? random.pick(calendarEdges.filter((text) => text.includes('T')))
    : new Date(Date.UTC(2026, random.integer(24), 1 + random.integer(28))).toISOString()

const text = (schema: JsonSchema, name: string, context: GenerationContext): string => {
  const { random } = context
  if (schema.format === 'date') return instant(random).slice(0, 10)
  if (schema.format === 'date-time') return instant(random)
  if (schema.format === 'uri') return `https://example.com/${random.integer(1000)}`
  if (schema.format === 'email') return `p${random.integer(1000)}@example.com`
  if (schema.pattern !== undefined) return matching(schema.pattern, random)
  const id = /(Ids?|^id)$/.test(name) ? context.idFor(name) : undefined
  if (id !== undefined && random.chance(0.9)) return id
  const min = schema.minLength ?? 0
  const max = Math.max(min, Math.min(schema.maxLength ?? 40, 200))
  const generated = `${context.mark} ${random.pick(words)} ${random.integer(100_000)}`
  // One text in ten has exactly the shortest or the longest length.
  const length = random.chance(0.1) ? random.pick([min, max]) : Math.min(Math.max(min, generated.length), max)
  return generated.padEnd(length, 'x').slice(0, length)
}

const number = (schema: JsonSchema, random: RandomSource): number => {
  const min = schema.minimum ?? (schema.exclusiveMinimum !== undefined ? schema.exclusiveMinimum + 1 : 0)
  const max = schema.maximum ?? min + 1000
  if (random.chance(0.2)) return random.pick([min, max])
  const value = min + random.float() * (max - min)
  return schema.type === 'integer' ? Math.round(value) : value
}

const list = (schema: JsonSchema, name: string, context: GenerationContext, depth: number): unknown[] => {
  const min = schema.minItems ?? 0
  const length = Math.min(min + context.random.integer(depth > 4 ? 1 : 3), schema.maxItems ?? 3)
  const values = Array.from({ length: Math.max(min, length) }, () =>
    validValue(schema.items ?? {}, name, context, depth + 1),
  )
  return schema.uniqueItems ? [...new Set(values)] : values
}

const record = (schema: JsonSchema, context: GenerationContext, depth: number): Record<string, unknown> => {
  const { random } = context
  const required: string[] = schema.required ?? []
  const value: Record<string, unknown> = {}
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    if (required.includes(key) || random.chance(depth > 4 ? 0.1 : 0.4)) {
      value[key] = validValue(property, key, context, depth + 1)
    }
  }
  if (typeof schema.additionalProperties === 'object' && random.chance(0.7)) {
    value.firstName = validValue(schema.additionalProperties, 'firstName', context, depth + 1)
  }
  return value
}

/** A random value that is valid against a JSON Schema. */
export const validValue = (
  given: JsonSchema,
  name: string,
  context: GenerationContext,
  depth = 0,
): unknown => {
  const schema = resolve(given)
  const { random } = context
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return random.pick(schema.enum)
  const choices = schema.oneOf ?? schema.anyOf
  if (choices !== undefined) return validValue(random.pick(choices), name, context, depth)
  if (schema.allOf !== undefined) {
    return Object.assign(
      {},
      ...schema.allOf.map((part: JsonSchema) => validValue(part, name, context, depth)),
    )
  }
  if (name === 'recipient' && random.chance(0.8)) return context.recipient()
  if (schema.default !== undefined && random.chance(0.2)) return schema.default
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type
  if (type === 'string') return text(schema, name, context)
  if (type === 'integer' || type === 'number') return number({ ...schema, type }, random)
  if (type === 'boolean') return random.chance(0.5)
  if (type === 'null') return null
  if (type === 'array') return list(schema, name, context, depth)
  if (type === 'object' || schema.properties) return record(schema, context, depth)
  return random.pick<unknown>(['any', 1, true, null])
}
