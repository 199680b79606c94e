import fc from 'fast-check'
import { type JsonSchema, resolve } from './document.ts'
import { calendarEdges } from './hostile.ts'
import type { Dice } from './random.ts'

/** What a generated value may lean on: ids that exist, real recipients, a mark to recognise a tenant's text by. */
export interface Surroundings {
  dice: Dice
  /** Marks every free text, so that it is recognised in another tenant's answers. */
  mark: string
  /** An id that fits a field of this name, where one is known. */
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

const matching = (pattern: string, dice: Dice): string => {
  let samples = patternSamples.get(pattern)
  if (!samples) {
    samples = fc.sample(fc.stringMatching(new RegExp(pattern)), { seed: 7, numRuns: 50 })
    patternSamples.set(pattern, samples)
  }
  return dice.pick(samples)
}

const instant = (dice: Dice) =>
  dice.chance(0.2)
    ? dice.pick(calendarEdges.filter((text) => text.includes('T')))
    : new Date(Date.UTC(2026, dice.integer(24), 1 + dice.integer(28))).toISOString()

const text = (schema: JsonSchema, name: string, around: Surroundings): string => {
  const { dice } = around
  if (schema.format === 'date') return instant(dice).slice(0, 10)
  if (schema.format === 'date-time') return instant(dice)
  if (schema.format === 'uri') return `https://example.com/${dice.integer(1000)}`
  if (schema.format === 'email') return `p${dice.integer(1000)}@example.com`
  if (schema.pattern !== undefined) return matching(schema.pattern, dice)
  const id = /(Ids?|^id)$/.test(name) ? around.idFor(name) : undefined
  if (id !== undefined && dice.chance(0.9)) return id
  const min = schema.minLength ?? 0
  const max = Math.max(min, Math.min(schema.maxLength ?? 40, 200))
  const made = `${around.mark} ${dice.pick(words)} ${dice.integer(100_000)}`
  // Now and then exactly at a limit.
  const length = dice.chance(0.1) ? dice.pick([min, max]) : Math.min(Math.max(min, made.length), max)
  return made.padEnd(length, 'x').slice(0, length)
}

const number = (schema: JsonSchema, dice: Dice): number => {
  const min = schema.minimum ?? (schema.exclusiveMinimum !== undefined ? schema.exclusiveMinimum + 1 : 0)
  const max = schema.maximum ?? min + 1000
  if (dice.chance(0.2)) return dice.pick([min, max])
  const value = min + dice.float() * (max - min)
  return schema.type === 'integer' ? Math.round(value) : value
}

const list = (schema: JsonSchema, name: string, around: Surroundings, depth: number): unknown[] => {
  const min = schema.minItems ?? 0
  const length = Math.min(min + around.dice.integer(depth > 4 ? 1 : 3), schema.maxItems ?? 3)
  const values = Array.from({ length: Math.max(min, length) }, () =>
    validValue(schema.items ?? {}, name, around, depth + 1),
  )
  return schema.uniqueItems ? [...new Set(values)] : values
}

const record = (schema: JsonSchema, around: Surroundings, depth: number): Record<string, unknown> => {
  const { dice } = around
  const required: string[] = schema.required ?? []
  const value: Record<string, unknown> = {}
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    if (required.includes(key) || dice.chance(depth > 4 ? 0.1 : 0.4)) {
      value[key] = validValue(property, key, around, depth + 1)
    }
  }
  if (typeof schema.additionalProperties === 'object' && dice.chance(0.7)) {
    value.firstName = validValue(schema.additionalProperties, 'firstName', around, depth + 1)
  }
  return value
}

/** A value that a JSON Schema allows, as far as the schema can tell. */
export const validValue = (given: JsonSchema, name: string, around: Surroundings, depth = 0): unknown => {
  const schema = resolve(given)
  const { dice } = around
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return dice.pick(schema.enum)
  const choices = schema.oneOf ?? schema.anyOf
  if (choices !== undefined) return validValue(dice.pick(choices), name, around, depth)
  if (schema.allOf !== undefined) {
    return Object.assign({}, ...schema.allOf.map((part: JsonSchema) => validValue(part, name, around, depth)))
  }
  if (name === 'recipient' && dice.chance(0.8)) return around.recipient()
  if (schema.default !== undefined && dice.chance(0.2)) return schema.default
  const type = Array.isArray(schema.type) ? dice.pick(schema.type) : schema.type
  if (type === 'string') return text(schema, name, around)
  if (type === 'integer' || type === 'number') return number({ ...schema, type }, dice)
  if (type === 'boolean') return dice.chance(0.5)
  if (type === 'null') return null
  if (type === 'array') return list(schema, name, around, depth)
  if (type === 'object' || schema.properties) return record(schema, around, depth)
  return dice.pick<unknown>(['any', 1, true, null])
}
