import * as v from 'valibot'
import { described } from '../../kernel/wire-schema.ts'

type Schema = v.GenericSchema
const text = v.string()

/** A secret in an operation's answer that is shown this once and kept nowhere, not in an idempotency record either. */
export interface ShownOnce {
  /** The field of the answer that holds it. */
  field: string
  /** How to get another, in a sentence: stands as `notice` in the answer to a repeat. */
  again: string
}

/** Fields of an answer that shows a secret once. */
export const shownOnce = <Field extends string, Secret extends Schema = typeof text>(
  field: Field,
  secret: Secret = text as Schema as Secret,
) =>
  ({
    [field]: described(
      v.nullable(secret),
      'Shown this once: null in the answer to a repeated `Idempotency-Key`, and if there is none to show.',
    ),
    notice: described(
      v.optional(v.string()),
      'Only in the answer to a repeat, which holds no secret: how to get another.',
    ),
  }) as Record<Field, v.NullableSchema<Secret, undefined>> & {
    notice: v.OptionalSchema<v.StringSchema<undefined>, undefined>
  }

/** An answer as it is kept for a repeat. Where there was no secret to show, nothing is said of one. */
export const withoutSecret = (body: unknown, secret: ShownOnce | undefined): unknown => {
  if (!secret || typeof body !== 'object' || body === null) return body
  const { [secret.field]: shown, ...rest } = body as Record<string, unknown>
  if (shown === null || shown === undefined) return body
  return { ...rest, [secret.field]: null, notice: secret.again }
}
